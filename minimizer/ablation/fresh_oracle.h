// Examines candidates as ScriptOracle does, but runs each candidate in fresh interpreters. Settings
// that take effect before torch is loaded need fresh interpreters. There is only one slot, because
// importing torch takes seconds.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "harness/process/fd.h"
#include "harness/process/temporary_folder.h"
#include "minimizer/oracle.h"
#include "minimizer/ranks/script_oracle.h"

namespace gridlock::minimizer {

class FreshOracle : public Oracle {
 public:
  // `gridlock` is the path of the program. `python` is an interpreter that has torch.
  FreshOracle(std::filesystem::path gridlock, std::filesystem::path python, Signature wanted,
              const ScriptLimits& limits);
  // Stops the run that is still in progress, if any.
  ~FreshOracle() override;

  int slots() const override { return 1; }
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Run {
    Ticket ticket = 0;
    pid_t pid = -1;
    Clock::time_point began;
    process::TemporaryFolder folder{"fresh"};
    process::Fd output;
    bool slow = false;
  };
  bool has_ended();
  Answer answer_of(const Run& run) const;

  std::filesystem::path gridlock_, python_;
  Signature wanted_;
  ScriptLimits limits_;
  std::optional<Run> run_;
};

}  // namespace gridlock::minimizer
