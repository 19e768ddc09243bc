// The folder of a run, and the paths of all files in it:
//
//   run.json         the identity of the run (harness/run/identity.h)
//   settings.json    versions, variables and settings of torch (harness/settings/snapshot.h)
//   results.jsonl    a record for each finished cell
//   traces.json      the paths of torch's traces of the cells (harness/run/traces.h)
//   claims.json      the results of the matrix's claims, if there are claims
//   evidence/CELL/   stacks and logs of a failed cell, and records of torch's compiler
//   taps/0.0/        the tensor trace of the first cell (golden/tensor_trace.h), if there is one;
//                    0.1/ belongs to its second repetition
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::controller {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path root) : root_(std::filesystem::absolute(root)) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path results() const { return root_ / "results.jsonl"; }
  std::filesystem::path traces() const { return root_ / "traces.json"; }
  std::filesystem::path claims() const { return root_ / "claims.json"; }
  std::filesystem::path identity() const { return root_ / "run.json"; }
  std::filesystem::path snapshot() const { return root_ / "settings.json"; }
  // File with the number of the rank that is being debugged. It exists only while a cell runs with
  // --pdb.
  std::filesystem::path debug_turn() const { return root_ / ".debugged"; }
  std::filesystem::path tensor_trace(std::size_t cell, int repetition) const;
  std::filesystem::path initial_state(std::size_t cell, int repetition) const;
  // Returns whether a run has begun in the folder. It may not have finished any cell.
  bool is_run() const { return std::filesystem::exists(results()); }
  bool has_results() const;  // whether a cell has finished
  bool is_in_use() const;    // a run is writing to the folder

  // Names within the evidence folder of a cell.
  static constexpr const char* kTorchTrace = "torch_trace";
  static constexpr const char* kTorchProfile = "torch_profile";
  static constexpr const char* kTorchMinifier = "torch_minifier";

  // Returns a path relative to the root, such as "evidence/dense_fp32.cp4" or
  // "evidence/dense_fp32.cp4-again1".
  static std::filesystem::path evidence(const std::string& cell, int repetition);

 private:
  std::filesystem::path root_;
};

}  // namespace gridlock::controller
