// The folder of a run. Every path in it is made here.
//
//   results.jsonl    a record for each finished cell
//   evidence/CELL/   stacks and logs of a cell that failed
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::controller {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path root) : root_(std::filesystem::absolute(root)) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path results() const { return root_ / "results.jsonl"; }
  bool has_results() const { return std::filesystem::exists(results()); }

  // Relative to the root: "evidence/dense_fp32.cp4", "evidence/dense_fp32.cp4-again1".
  static std::filesystem::path evidence(const std::string& cell, int repetition);

  // Moves what an earlier run left to ROOT.previous, replacing what was there. Throws
  // std::runtime_error when that run is still going on.
  void set_aside() const;

 private:
  std::filesystem::path root_;
};

}  // namespace gridlock::controller
