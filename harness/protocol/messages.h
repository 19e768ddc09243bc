// Messages between controller and agents. The controller sends commands to every agent, and agents
// send events to the controller. Messages are plain structs. encode() and decode() convert them to
// JSON objects such as {"message": "run", …} and back.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/protocol/rank_messages.h"

namespace gridlock::protocol {

// ---- commands

// Trains one cell. Each agent starts its share of the ranks (ranks_of()).
struct Run {
  int job = 0;    // identifies this execution in all other messages
  RankSpec spec;  // the request for every rank, except the rank's place in the world
  int world_size = 1;
  std::string tier;          // fork | warm | cold
  std::vector<int> devices;  // GPU for each local rank of a host; empty on the CPU
  std::string evidence;      // the folder for logs and, if the cell fails, stacks
  bool stream = false;       // send the ranks' output while they print it
  int team = -1;             // number of the team that trains the cell, chosen by the first agent
};

// Stops the job immediately. If `stacks` is set, the agent first records the stacks of all threads
// of its ranks.
struct Stop {
  int job = 0;
  bool stacks = false;
};

// Kills the warm ranks of this job, so that they run no other job.
struct Retire {
  int job = 0;
};

// Asks for the current facts of the job's ranks. The controller asks all agents twice, because a
// proof needs two rounds: every answer of the second round is later than every answer of the first.
struct FactsRequest {
  int job = 0;
  int round = 0;  // from 1, repeated in Facts; the first round of a pair is odd
};
inline bool is_second(const FactsRequest& request) {
  return request.round % 2 == 0;
}

// Kills all descendants and exits.
struct Quit {};

// ---- events

struct Hello {
  std::string host;
  int pid = 0;
};

// Reports that something happened in the job since the last Progress. Sent at most about ten times
// a second.
struct Progress {
  int job = 0;
  std::vector<int> ranks;           // ranks of this agent
  std::vector<std::string> phases;  // the phase of each of these ranks
};

// A message from a rank: a finished step, the end of the rank, or an error.
struct Report {
  int job = 0;
  int rank = 0;
  nlohmann::json message;  // a RankMessage (rank_messages.h), which only the controller reads
};

// Lines that a rank printed, with control characters removed.
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

// Reports that a rank of this agent has been blocked for a while. Repeated at growing intervals.
struct Quiet {
  int job = 0;
};

// Answers a FactsRequest.
struct Facts {
  // `round` of the facts that an agent sends at the end of a job, without a request.
  static constexpr int kAtTheEnd = -1;
  int job = 0;
  int round = 0;
  std::vector<facts::RankFacts> ranks;  // all ranks of this agent
  std::uint64_t last_event_ns = 0;      // CLOCK_MONOTONIC of the agent's host
  std::uint64_t now_ns = 0;
};

// Reports that the agent's share of the job is over. Only warm ranks of this share still run.
struct Ended {
  int job = 0;
  bool evidence = false;  // the agent wrote files to the evidence folder
  // Sentences about what is missing in the records of the ranks or in the evidence folder.
  std::vector<std::string> notes = {};
};

// Reports why the agent cannot run any cell on this host, for example because torch cannot be
// imported.
struct SetupFailed {
  std::string why;
};

// Tells the user something about this agent's host that holds for all of its jobs.
struct HostNote {
  std::string text;
};

using Command = std::variant<Run, Stop, Retire, FactsRequest, Quit>;
using Event = std::variant<Hello, Progress, Report, Output, Exited, Quiet, Facts, Ended,
                           SetupFailed, HostNote>;

nlohmann::json encode(const Command& command);
nlohmann::json encode(const Event& event);
// Both functions throw fields::Error (harness/fields/path.h) for an invalid message. A rank with
// unreadable facts is marked RankFacts::incomplete, because it may have done anything.
Command decode_command(nlohmann::json json);
Event decode_event(nlohmann::json json);

// The ranks that agent `agent` of `agents` starts: [first, first + count). If the ranks cannot be
// divided evenly, the first agents start one more rank each.
struct RankBlock {
  int first = 0;
  int count = 0;
};
RankBlock ranks_of(int agent, int agents, int world_size);

}  // namespace gridlock::protocol
