// What a certificate says beside the proof, verified against the facts of the proof: whom each
// thread waits for, who is at fault, and what the proof assumes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/checker/waits.h"
#include "harness/facts/certificate.h"

namespace gridlock::checker {

// The facts of a certificate say who is at fault, by the first of these rules that applies:
//
//  1. Some thread waits for ranks that have ended: these.
//  2. Two groups of one name and creation share a member, and differ in members: of the first two
//     such groups, the ranks that made the one that fewer ranks made; of as many, all of both.
//  3. Ranks wait in a collective where calls of members hang beside one another: of the first such
//     collective, all but the largest side of equal calls; where no side is the largest, the only
//     side that the compiler issued; else *some* of all these ranks.
//  4. Ranks wait for ranks that wait in no call themselves: these.
//  5. Ranks and the places where they wait form a set that waits for nothing outside: of the one
//     with the lowest rank, where one place has the most waiters, and more than ranks are awaited
//     there, the awaited; else *some* of its ranks.
//  6. Else all ranks of the certificate.
//
// "First" is by the order of ranks, and of each rank's groups. "Some" is all that can be verified:
// which of them left the sequence of calls of earlier steps is seen in logs that a certificate
// leaves out. The class, and the words of "rule" and "why", are not verified.
//
// Throws Rejected.
void check_fault(const Claim& claim, const Waits& waits, const std::set<int>& at_fault);

// One reason for each blocked thread of the claim's ranks, and whom it waits for. Throws Rejected.
void check_reasons(const Waits& waits, const std::vector<Reason>& reasons);

// By rank: those whom its blocked threads wait for. Throws Rejected.
void check_waiting(const std::vector<Reason>& reasons,
                   const std::map<int, std::vector<int>>& waiting_for);

// Exactly those that the proof needs. Throws Rejected.
void check_assumptions(const Claim& claim, const std::vector<std::string>& assumptions);

}  // namespace gridlock::checker
