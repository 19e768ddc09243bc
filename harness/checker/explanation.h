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
// 2. If two groups with the same name and creation index share a member but have different members,
//    the ranks that created the rarer group are at fault. If equally many ranks created each group,
//    all these ranks are at fault. The rule uses the first two such groups.
// 3. If ranks wait in a collective and their calls hang when paired, all ranks outside the largest
//    side are at fault. A side is all members with equal calls. If several sides are largest and
//    the compiler issued the calls of exactly one side, that side is at fault. Otherwise *some* of
//    the ranks of all sides are. The rule uses the first such collective.
// 4. If ranks wait for stuck ranks that wait in no call, these stuck ranks are at fault.
// 5. If some ranks and the places where they wait depend only on one another, the rule uses the set
//    of such ranks with the lowest rank. If one place has the most waiters, and more waiters than
//    awaited ranks, its awaited ranks are at fault. Otherwise *some* of the set's ranks are.
// 6. Otherwise all ranks of the certificate are at fault.
//
// "First" means in the order of ranks, then of each rank's groups. "Some" means that the checker
// accepts any of these ranks: a certificate does not contain the logs that show which ranks left
// the call sequence of earlier steps. The class and the texts of "rule" and "why" are not verified.
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
