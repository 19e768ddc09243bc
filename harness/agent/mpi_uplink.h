// The uplink of several agents under mpirun or srun. The first one holds the controller's socket
// and relays: commands down, events up. MPI is polled, never waited for (Open MPI waits by
// spinning), and an agent whose relay is gone finds out because the launcher then ends the whole
// job.
#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "harness/agent/local_uplink.h"
#include "harness/agent/uplink.h"

namespace gridlock::agent {

class MpiUplink : public Uplink {
 public:
  // Calls MPI_Init. Throws std::runtime_error where MPI does not start.
  explicit MpiUplink(const std::filesystem::path& controller);
  // Calls MPI_Finalize; only after every agent has the message to quit.
  ~MpiUplink() override;

  int agent() const override { return agent_; }
  int agents() const override { return agents_; }
  bool one_host() const override { return one_host_; }
  int fd() const override { return local_ ? local_->fd() : -1; }
  int longest_sleep_ms() const override { return 5; }
  std::vector<protocol::Command> receive() override;
  void relay(const protocol::Command& command) override;
  void publish(const protocol::Event& event) override;
  bool closed() const override { return local_ && local_->closed(); }

 private:
  struct Sending;  // a message under way, and its request

  void send(int to, std::string text);
  void forget_sent();
  std::optional<std::string> next_message();
  bool all_on_one_host() const;

  int agent_ = 0;
  int agents_ = 1;
  bool one_host_ = true;
  std::unique_ptr<LocalUplink> local_;  // the first agent's
  std::list<std::unique_ptr<Sending>> sending_;
};

}  // namespace gridlock::agent
