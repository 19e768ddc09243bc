// Verifies the explanation of a certificate against the facts of the proof: which ranks each thread
// waits for, which ranks are at fault, and what the proof assumes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/checker/waits.h"
#include "harness/facts/certificate.h"

namespace gridlock::checker {

// Verifies which ranks are at fault. The first of the following rules that applies to the facts
// decides:
//
// 1. If some thread waits for ranks that have ended, the ended ranks are at fault.
// 2. If two groups of one name and creation share a member and differ in members, the ranks that
//    made the group with fewer makers are at fault. If both groups have equally many makers, all
//    makers are at fault. The rule uses the first two such groups.
// 3. If ranks wait in a collective in which calls of members hang when paired, all ranks outside
//    the largest side of equal calls are at fault. If several sides are largest, the only side that
//    the compiler issued is at fault, else *some* of all these ranks. The rule uses the first such
//    collective.
// 4. If ranks wait for ranks that wait in no call themselves, the awaited ranks are at fault.
// 5. If ranks and the places where the ranks wait form a set that waits for nothing outside, the
//    rule uses the set with the lowest rank. The ranks awaited at the place with the most waiters
//    are at fault, if there is one such place and it has more waiters than awaited ranks; else
//    *some* of the set's ranks.
// 6. Otherwise all ranks of the certificate are at fault.
//
// "First" is by the order of ranks, then of each rank's groups. "Some" is all that can be verified,
// because only logs that a certificate leaves out show which ranks left the sequence of calls of
// earlier steps. The class and the texts of "rule" and "why" are not verified.
//
// Throws Rejected.
void check_fault(const Claim& claim, const Waits& waits, const std::set<int>& at_fault);

// Verifies that there is one reason for each blocked thread of the claim's ranks, and that the
// reason names the ranks that the thread waits for. Throws Rejected.
void check_reasons(const Waits& waits, const std::vector<Reason>& reasons);

// Verifies that `waiting_for` names, for each rank, the ranks that the rank's blocked threads wait
// for. Throws Rejected.
void check_waiting(const std::vector<Reason>& reasons,
                   const std::map<int, std::vector<int>>& waiting_for);

// Verifies that the assumptions are exactly the assumptions that the proof needs. Throws Rejected.
void check_assumptions(const Claim& claim, const std::vector<std::string>& assumptions);

}  // namespace gridlock::checker
