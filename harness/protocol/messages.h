// What controller and agents say to each other. Commands go down to every agent, events come up.
// Plain records; encode() and decode() turn them into JSON objects {"message": "run", …} and back.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/protocol/rank_messages.h"

namespace gridlock::protocol {

// ---- commands

// Train one cell. Each agent takes its share of the ranks (see ranks_of()).
struct Run {
  int job = 0;    // names this execution in all other messages
  RankSpec spec;  // what every rank is asked, but for its place in the world
  int world_size = 1;
  std::string tier;          // fork | warm | cold
  std::vector<int> devices;  // GPU of each rank of a host, by local rank; empty on the CPU
  std::string evidence;      // folder for what ranks printed, and stacks should the cell fail
  bool stream = false;       // send what ranks print, as they print it
  int team = -1;             // which ranks train it; the first agent chooses, and tells the others
};

// End the job now. With stacks, those of all threads of all ranks are taken first.
struct Stop {
  int job = 0;
  bool stacks = false;
};

// The warm ranks that ran this job must not run another.
struct Retire {
  int job = 0;
};

// Tell what the ranks of the job are in now. Asked of all agents twice, so that the second answers
// are all younger than the first ones.
struct Look {
  int job = 0;
  int round = 0;  // comes back in Facts; from 1 on, the first of a pair is odd
};
inline bool is_second(const Look& look) {
  return look.round % 2 == 0;
}

// Kill everything below and exit.
struct Quit {};

// ---- events

struct Hello {
  std::string host;
  int pid = 0;
};

// Something happened in the job since the last Progress (at most some times a second).
struct Progress {
  int job = 0;
  std::vector<int> ranks;           // ranks of this agent, and …
  std::vector<std::string> phases;  // … the phase that each is in
};

// A line that a rank reported: a step, its end, an error.
struct Report {
  int job = 0;
  int rank = 0;
  RankReport body;
};

// Lines that a rank printed, fit for terminals.
struct Output {
  int job = 0;
  int rank = 0;
  std::vector<std::string> lines;
};

struct Exited {
  int job = 0;
  int rank = 0;
  int exit_code = 0;  // meaningless when signal != 0
  int signal = 0;
};

// Some rank of this agent has been blocked for a while. Sent again at growing intervals.
struct Quiet {
  int job = 0;
};

// The answer to Look.
struct Facts {
  static constexpr int kAtTheEnd = -1;  // round: at the end of the job, without a request
  int job = 0;
  int round = 0;
  std::vector<facts::RankFacts> ranks;  // all ranks of this agent
  std::uint64_t last_event_ns = 0;      // CLOCK_MONOTONIC of the agent's host
  std::uint64_t now_ns = 0;
};

// The agent's share of the job is over and, but for ranks kept warm, no process of it is left.
struct Ended {
  int job = 0;
  bool evidence = false;  // something was written to the evidence folder
};

// The agent cannot run any cell here, and why (torch cannot be imported, …).
struct Unfit {
  std::string why;
};

using Command = std::variant<Run, Stop, Retire, Look, Quit>;
using Event = std::variant<Hello, Progress, Report, Output, Exited, Quiet, Facts, Ended, Unfit>;

nlohmann::json encode(const Command& command);
nlohmann::json encode(const Event& event);
// Throw fields::Error (harness/fields/path.h) for what is no such message. Of facts, a rank that
// cannot be read may have done anything (RankFacts::incomplete).
Command decode_command(nlohmann::json json);
Event decode_event(nlohmann::json json);

// The ranks that agent `agent` of `agents` starts, [first, first + count): blocks of equal size,
// the first agents taking one more where it does not divide.
struct RankBlock {
  int first = 0;
  int count = 0;
};
RankBlock ranks_of(int agent, int agents, int world_size);

}  // namespace gridlock::protocol
