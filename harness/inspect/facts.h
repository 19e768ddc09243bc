// The facts about the ranks of this host: the ring of each, and what the kernel knows of
// its threads.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

// What the kernel says of the threads of a process.
using ThreadsOf = std::function<std::vector<KernelThread>(pid_t)>;

// As of now, of all ranks of this host, which run below this process.
std::vector<facts::RankFacts> facts_of(const std::vector<LocalRank>& ranks,
                                       const ThreadsOf& threads_of = kernel_threads);

// Of one rank; `ranks` are all of the team, whose locks others may wait for.
facts::RankFacts facts_of(const LocalRank& member, const std::vector<LocalRank>& ranks,
                          const ThreadsOf& threads_of = kernel_threads);

// Ever recorded by all of them.
std::uint64_t events_of(const std::vector<LocalRank>& ranks);

// CLOCK_MONOTONIC of the last event of the rank, or of any of them; 0 where there was none.
std::uint64_t last_event_ns(const LocalRank& member);
std::uint64_t last_event_ns(const std::vector<LocalRank>& ranks);

}  // namespace gridlock::inspect
