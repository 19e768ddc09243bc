// From what an examination found to words, to the finding record, and to the files of an evidence
// folder:
//
//   diagnosis.txt, diagnosis.json   who waits for whom, where in the code, and since when
//   snapshots.json                  what all ranks were in, twice: the prover's input
//   certificate.json                the proof, for `gridlock check`
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/diagnosis/hang.h"
#include "harness/monitor/examination.h"

namespace gridlock::monitor {

// What no snapshot tells of a rank.
struct RankDetail {
  double phase_seconds = -1;  // that it has been in its phase; < 0: unknown
  std::string end = {};       // how its process ended: "exited with code 0"; "" while it lives
  std::vector<diagnosis::ThreadStack> threads = {};
};
using RankDetails = std::map<int, RankDetail>;  // by rank

// A finding of the examination with all that is known of the ranks.
diagnosis::Evidence evidence_of(const facts::Finding& finding, const Examination& examination,
                                const RankDetails& details = {});

// What is known of a rank by two looks at it, and by one alone.
diagnosis::RankEvidence evidence_of(const facts::RankFacts& before, const facts::RankFacts& now);
diagnosis::RankEvidence evidence_of(const facts::RankFacts& facts);

diagnosis::Hang hang_of(const diagnosis::Evidence& evidence, const Examination& examination);

// Each false where something could not be written (a full disk).
bool write_snapshots(const std::filesystem::path& folder, const Examination& examination);
// All files; the certificate where the finding is a proof.
bool write_finding(const std::filesystem::path& folder, const diagnosis::Evidence& evidence,
                   const Examination& examination);

}  // namespace gridlock::monitor
