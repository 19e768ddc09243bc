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

// Verifies which ranks are at fault, by the first of these rules that applies to the facts:
//
// 1. Some thread waits for ranks that have ended: these ranks.
// 2. Two groups of one name and creation share a member and differ in members: of the first two
//    such groups, the ranks that made the one with fewer makers; with equally many, all of both.
// 3. Ranks wait in a collective in which calls of members hang when paired: for the first such
//    collective, all but the largest side of equal calls. If several sides are largest: the only
//    side that the compiler issued, else *some* of all these ranks.
// 4. Ranks wait for ranks that wait in no call themselves: the latter.
// 5. Ranks and the places where they wait form a set that waits for nothing outside: for the set
//    with the lowest rank, the ranks awaited at the place with the most waiters, if there is one
//    such place and it has more waiters than awaited ranks; else *some* of the set's ranks.
// 6. Else all ranks of the certificate.
//
// "First" is by the order of ranks, then of each rank's groups. "Some" is all that can be verified:
// only logs that a certificate leaves out show which of them left the sequence of calls of earlier
// steps. The class and the texts of "rule" and "why" are not verified.
//
// Throws Rejected.
void check_fault(const Claim& claim, const Waits& waits, const std::set<int>& at_fault);

// Verifies that there is one reason for each blocked thread of the claim's ranks, and that the
// reason names the ranks that the thread waits for. Throws Rejected.
void check_reasons(const Waits& waits, const std::vector<Reason>& reasons);

// Verifies, for each rank, the ranks that its blocked threads wait for. Throws Rejected.
void check_waiting(const std::vector<Reason>& reasons,
                   const std::map<int, std::vector<int>>& waiting_for);

// Verifies that the assumptions are exactly the assumptions that the proof needs. Throws Rejected.
void check_assumptions(const Claim& claim, const std::vector<std::string>& assumptions);

}  // namespace gridlock::checker
