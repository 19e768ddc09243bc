// The connection on which an agent receives commands and sends events. Its other end is the
// controller's socket (local), or the first of several agents, which relays messages for the other
// agents (mpirun, srun).
#pragma once

#include <vector>

#include "harness/protocol/messages.h"

namespace gridlock::agent {

class Uplink {
 public:
  virtual ~Uplink() = default;

  virtual int agent() const = 0;   // this agent's number, from 0
  virtual int agents() const = 0;  // the number of agents
  virtual bool one_host() const = 0;

  virtual std::vector<int> fds() const = 0;  // the descriptors to poll for reading

  // Returns the new commands for this agent. The first agent adds the values that only it knows,
  // and then passes each command to the other agents with relay().
  virtual std::vector<protocol::Command> receive() = 0;
  virtual void relay(const protocol::Command& command) = 0;
  virtual void publish(const protocol::Event& event) = 0;

  // Returns whether the controller or another agent has ended. This agent must then end too.
  virtual bool closed() const = 0;
};

}  // namespace gridlock::agent
