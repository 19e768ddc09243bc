// What an agent tells of its ranks to the prover: the ring of each, and what the kernel knows of
// its threads.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/agent/kernel_threads.h"
#include "harness/agent/team.h"
#include "harness/prover/facts.h"

namespace gridlock::agent {

// What the kernel says of the threads of a process.
using ThreadsOf = std::function<std::vector<KernelThread>(pid_t)>;

// As of now, of all ranks of this host, which run below this process.
std::vector<prover::RankFacts> facts_of(const std::vector<Member>& members,
                                        const ThreadsOf& threads_of = kernel_threads);

// Of one rank; `ranks` are all of the team, whose locks others may wait for.
prover::RankFacts facts_of(const Member& member, const std::vector<Member>& ranks,
                           const ThreadsOf& threads_of = kernel_threads);

// Ever recorded by all of them.
std::uint64_t events_of(const std::vector<Member>& members);

// CLOCK_MONOTONIC of the last event of the rank, or of any of them; 0 where there was none.
std::uint64_t last_event_ns(const Member& member);
std::uint64_t last_event_ns(const std::vector<Member>& members);

}  // namespace gridlock::agent
