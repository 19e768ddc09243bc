#include "harness/exec/children.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <stdexcept>

#include "harness/text/process_end.h"

namespace gridlock::exec {
namespace {

void set_exit(Child& child, int status) {
  child.running = false;
  child.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  child.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

std::string Child::exit_reason() const {
  return text::end_words(signal, code);
}

void Children::start(int rank, const process::Program& program) {
  std::string name = rank < 0 ? program.arguments.front() : fmt::format("rank {}", rank);
  children_.push_back({.name = std::move(name), .rank = rank, .pid = process::spawn(program)});
}

void Children::start_store(const process::Program& program) {
  store_ = process::spawn(program);
}

void Children::start_forked(int first, RankForker forker) {
  forker_ = std::move(forker);
  forking_ = true;
  first_forked_ = first;
}

// Records the exits of children. First collects all exits, because take_forked() must add the
// forked ranks before the exit of one of them is recorded.
void Children::reap() {
  std::vector<Exit> all;
  int status = 0;
  for (pid_t pid = waitpid(-1, &status, WNOHANG); pid > 0; pid = waitpid(-1, &status, WNOHANG)) {
    all.push_back({pid, status});
  }
  for (const Exit& exit : all) {
    if (forking_ && exit.pid == forker_->pid()) take_forked(exit.status);
  }
  for (const Exit& exit : all) record_exit(exit);
}

// Adds the ranks that the forker has forked, and releases them. After expect_ends(), leaves the
// ranks waiting.
void Children::take_forked(int status) {
  forking_ = false;
  if (expected_) return;
  const auto forked = forker_->take();
  if (!forked) {
    Child failed{.name = "", .pid = forker_->pid()};
    set_exit(failed, status);
    throw std::runtime_error(
        fmt::format("--fork: the Python process that forks the ranks {} (process {})",
                    failed.exit_reason(), failed.pid));
  }
  store_ = forked->store;
  int rank = first_forked_;
  for (const pid_t pid : forked->ranks) {
    children_.push_back({.name = fmt::format("rank {}", rank), .rank = rank, .pid = pid});
    ++rank;
  }
  forker_.reset();
}

void Children::record_exit(const Exit& exit) {
  const auto child = std::ranges::find(children_, exit.pid, &Child::pid);
  if (child != children_.end()) {
    set_exit(*child, exit.status);
    child->stopped = expected_;
    if (child->failed()) failures_.push_back(*child);
  }
  if (exit.pid == store_ && !expected_) {
    set_exit(lost_store_.emplace(Child{.name = "the store", .pid = exit.pid}), exit.status);
  }
}

void Children::mark_stopped() {
  forking_ = false;
  for (Child& child : children_) {
    child.stopped |= child.running;
    child.running = false;
  }
}

bool Children::running() const {
  return forking_ || std::ranges::any_of(children_, &Child::running);
}

std::map<int, pid_t> Children::running_ranks() const {
  std::map<int, pid_t> ranks;
  for (const Child& child : children_) {
    if (child.running && child.rank >= 0) ranks[child.rank] = child.pid;
  }
  return ranks;
}

void Children::signal_all(int number) const {
  if (forking_) kill(forker_->pid(), number);
  for (const Child& child : children_) {
    if (child.running) kill(child.pid, number);
  }
}

}  // namespace gridlock::exec
