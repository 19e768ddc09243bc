// Turns the result of an examination into text, the finding record, and the files of an evidence
// folder:
//
//   diagnosis.txt, diagnosis.json   which ranks wait for which, where in the code, since when
//   snapshots.json                  two snapshots of all ranks, the input of the prover
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

// Facts about a rank that snapshots do not contain.
struct RankDetail {
  double phase_seconds = -1;  // seconds in its current phase; < 0 means unknown
  std::string end = {};       // how its process ended: "exited with code 0"; "" while it runs
  std::vector<diagnosis::ThreadStack> threads = {};
};
using RankDetails = std::map<int, RankDetail>;  // key: rank

// Combines a finding of the examination with the evidence about all ranks.
diagnosis::Evidence evidence_of(const facts::Finding& finding, const Examination& examination,
                                const RankDetails& details = {});

// Returns the evidence about a rank from two snapshots. The second overload takes only the later
// snapshot.
diagnosis::RankEvidence evidence_of(const facts::RankFacts& before, const facts::RankFacts& now);
diagnosis::RankEvidence evidence_of(const facts::RankFacts& facts);

facts::FindingRecord finding_record_of(const diagnosis::Evidence& evidence,
                                       const Examination& examination);

// Writes snapshots.json. This function and write_finding() return false if a file could not be
// written, for example because the disk is full.
bool write_snapshots(const std::filesystem::path& folder, const Examination& examination);
// Writes all files of the evidence folder. The certificate is written only if the finding is
// proved.
bool write_finding(const std::filesystem::path& folder, const diagnosis::Evidence& evidence,
                   const Examination& examination);

}  // namespace gridlock::monitor
