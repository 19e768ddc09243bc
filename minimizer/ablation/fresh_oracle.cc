#include "minimizer/ablation/fresh_oracle.h"

#include <signal.h>
#include <sys/wait.h>

#include <thread>
#include <utility>

#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "harness/process/spawn.h"
#include "harness/run/fork_server.h"
#include "minimizer/ranks/exec_command.h"
#include "minimizer/ranks/failure.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

constexpr auto kGlance = std::chrono::milliseconds(20);

}  // namespace

FreshOracle::FreshOracle(fs::path gridlock, fs::path python, Signature wanted,
                         const ScriptLimits& limits)
    : gridlock_(std::move(gridlock)),
      python_(std::move(python)),
      wanted_(std::move(wanted)),
      limits_(limits) {}

FreshOracle::~FreshOracle() {
  if (run_) cancel(run_->ticket);
}

void FreshOracle::submit(Ticket ticket, const Candidate& candidate) {
  Run& run = run_.emplace();
  run.ticket = ticket;
  run.began = Clock::now();
  run.output = process::make_log();
  const fs::path folder = run.folder.path();
  process::write_text(folder / run::ForkServer::kScript, candidate.text);
  const Launch& launch = candidate.launch;
  process::Program program;
  program.arguments =
      exec_command(gridlock_, python_, exec_options(launch, folder, limits_.quiet_seconds),
                   run::ForkServer::kScript, launch);
  program.environment = {launch.environment.begin(), launch.environment.end()};
  program.folder = folder;
  program.standard_output = run.output.get();
  run.pid = process::spawn(program);
}

std::optional<Reply> FreshOracle::wait(std::chrono::milliseconds at_most) {
  const auto until = Clock::now() + at_most;
  while (run_) {
    if (has_ended()) {
      Reply reply{run_->ticket, answer_of(*run_)};
      if (limits_.keep_output) reply.output = process::read_log(run_->output.get());
      run_.reset();
      return reply;
    }
    if (Clock::now() >= until) break;
    std::this_thread::sleep_for(kGlance);
  }
  return std::nullopt;
}

bool FreshOracle::has_ended() {
  if (waitpid(run_->pid, nullptr, WNOHANG) == run_->pid) return true;
  const std::chrono::duration<double> age = Clock::now() - run_->began;
  if (!run_->slow && age.count() > limits_.seconds) {
    run_->slow = true;
    kill(run_->pid, SIGTERM);
  }
  return false;
}

Answer FreshOracle::answer_of(const Run& run) const {
  Answer answer;
  answer.verdict = Verdict::kSlow;
  if (!run.slow) answer = judge(process::read_text(outcome_in(run.folder.path())), wanted_);
  answer.seconds = std::chrono::duration<double>(Clock::now() - run.began).count();
  return answer;
}

void FreshOracle::cancel(Ticket ticket) {
  if (!run_ || run_->ticket != ticket) return;
  process::end_child(run_->pid);
  run_.reset();
}

}  // namespace gridlock::minimizer
