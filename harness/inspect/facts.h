// Determines the facts about the ranks of this host from their rings, and from what the kernel
// shows of their threads.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

// Returns the threads of a process as the kernel shows them.
using ThreadsOf = std::function<std::vector<KernelThread>(pid_t)>;

// Returns the current facts of all `ranks`. Their processes run below this process.
std::vector<facts::RankFacts> facts_of(const std::vector<LocalRank>& ranks,
                                       const ThreadsOf& threads_of = kernel_threads);

// Returns the facts of one rank. `ranks` contains all ranks of the job on this host, because a
// thread may wait for a lock that another rank holds.
facts::RankFacts facts_of(const LocalRank& member, const std::vector<LocalRank>& ranks,
                          const ThreadsOf& threads_of = kernel_threads);

// Returns the number of events that all ranks have ever recorded.
std::uint64_t events_of(const std::vector<LocalRank>& ranks);

// Returns the time of the last event of the rank, or of any of the ranks, in CLOCK_MONOTONIC ns.
// Returns 0 if there is none.
std::uint64_t last_event_ns(const LocalRank& member);
std::uint64_t last_event_ns(const std::vector<LocalRank>& ranks);

}  // namespace gridlock::inspect
