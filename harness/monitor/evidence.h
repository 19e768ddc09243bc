// Turns the result of an examination into words, the finding record, and the files of an evidence
// folder:
//
//   diagnosis.txt, diagnosis.json   which ranks wait for which, where in the code, since when
//   snapshots.json                  the state of all ranks, twice: the prover's input
//   certificate.json                the proof, for `gridlock check`
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding_record.h"
#include "harness/monitor/examination.h"

namespace gridlock::monitor {

// Details of a rank that are not part of a snapshot.
struct RankDetail {
  double phase_seconds = -1;  // seconds in its current phase; < 0 means unknown
  std::string end = {};       // how its process ended: "exited with code 0"; "" while it runs
  std::vector<diagnosis::ThreadStack> threads = {};
};
using RankDetails = std::map<int, RankDetail>;  // by rank

// Combines a finding of the examination with all evidence about the ranks.
diagnosis::Evidence evidence_of(const facts::Finding& finding, const Examination& examination,
                                const RankDetails& details = {});

// Return the evidence about a rank from two snapshots, or from one.
diagnosis::RankEvidence evidence_of(const facts::RankFacts& before, const facts::RankFacts& now);
diagnosis::RankEvidence evidence_of(const facts::RankFacts& facts);

facts::FindingRecord finding_record_of(const diagnosis::Evidence& evidence,
                                       const Examination& examination);

// Both functions return false if a file could not be written (a full disk).
bool write_snapshots(const std::filesystem::path& folder, const Examination& examination);
// Writes all files of the evidence folder. Writes the certificate only if the finding is a proof.
bool write_finding(const std::filesystem::path& folder, const diagnosis::Evidence& evidence,
                   const Examination& examination);

}  // namespace gridlock::monitor
