#include "harness/controller/evidence_files.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/diagnosis/render.h"
#include "harness/process/files.h"
#include "harness/prover/certificate.h"
#include "harness/prover/facts_json.h"
#include "harness/prover/semantics.h"

namespace gridlock::controller {
namespace {

bool write(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;  // what cannot be made cannot be written to either
  std::filesystem::create_directories(path.parent_path(), ignored);
  return process::write_text(path, text);
}

}  // namespace

diagnosis::Evidence evidence_of(const prover::Finding& finding, const Examination& examination) {
  diagnosis::Evidence evidence{finding, {}, {}};
  for (const prover::RankFacts& facts : examination.second().ranks) {
    diagnosis::RankEvidence rank;
    rank.rank = facts.rank;
    rank.phase = facts.phase;
    if (!facts.alive) rank.end = "has ended";
    rank.groups = facts.groups;
    rank.open = facts.open;
    rank.recent = facts.recent;
    rank.sites = facts.sites;
    evidence.ranks.push_back(std::move(rank));
  }
  return evidence;
}

bool write_snapshots(const std::filesystem::path& folder, const Examination& examination) {
  const nlohmann::json snapshots{{"first", prover::to_json(examination.first())},
                                 {"second", prover::to_json(examination.second())}};
  return write(folder / "snapshots.json", snapshots.dump(1) + "\n");
}

bool write_diagnosis(const std::filesystem::path& folder, const diagnosis::Evidence& evidence,
                     const Examination& examination) {
  bool written = write(folder / "diagnosis.txt", diagnosis::render_text(evidence));
  written &= write(folder / "diagnosis.json", diagnosis::render_json(evidence).dump(2) + "\n");
  const prover::Finding& finding = evidence.finding;
  if (finding.kind != prover::Kind::kDeadlock || !finding.proved) return written;
  const nlohmann::json certificate = prover::certificate(
      evidence.finding, examination.first(), examination.second(), prover::measured_semantics());
  return written & write(folder / "certificate.json", certificate.dump(1) + "\n");
}

}  // namespace gridlock::controller
