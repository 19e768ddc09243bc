#include "minimizer/ranks/script_oracle.h"

#include <poll.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/process/files.h"
#include "harness/process/log.h"
#include "minimizer/ranks/exec_command.h"
#include "minimizer/ranks/failure.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::size_t kKeptOutput = 16 << 10;

// Returns the end of the script's own output. Leaves out the output of gridlock exec, which comes
// last and begins with "gridlock: ".
std::string printed_by_script(const std::string& output) {
  const std::size_t first = output.starts_with("gridlock: ") ? 0 : output.find("\ngridlock: ");
  const std::string printed = output.substr(0, first);
  return printed.size() > kKeptOutput ? printed.substr(printed.size() - kKeptOutput) : printed;
}

}  // namespace

ScriptOracle::ScriptOracle(run::ForkServer& server, Signature wanted, const ScriptLimits& limits)
    : server_(server),
      wanted_(std::move(wanted)),
      limits_(limits),
      scratch_("candidates"),
      last_ranks_(std::max(1, limits.most_ranks)) {}

ScriptOracle::~ScriptOracle() {
  // A second signal makes gridlock exec kill ranks that do not end by themselves.
  while (!running_.empty()) {
    for (const auto& [pid, candidate] : running_) run::ForkServer::stop(pid);
    wait(milliseconds(500));
  }
}

int ScriptOracle::slots() const {
  if (limits_.most_ranks == 0) return limits_.slots;
  return std::clamp(limits_.most_ranks / last_ranks_, 1, limits_.slots);
}

void ScriptOracle::submit(Ticket ticket, const Candidate& candidate) {
  last_ranks_ = std::max(1, candidate.launch.ranks);
  CandidateRun started;
  started.ticket = ticket;
  started.began = Clock::now();
  started.folder = scratch_.path() / std::to_string(next_folder_++);
  started.output = process::make_log();
  fs::create_directory(started.folder);
  process::write_text(started.folder / run::ForkServer::kScript, candidate.text);
  const auto& launch = candidate.launch;
  const pid_t pid =
      server_.start({.folder = started.folder,
                     .exec = exec_options(launch, started.folder, limits_.quiet_seconds),
                     .arguments = launch.arguments,
                     .environment = {launch.environment.begin(), launch.environment.end()},
                     .output = started.output.get(),
                     .search_intervals = true});
  running_.emplace(pid, std::move(started));
}

void ScriptOracle::end_slow_ones() {
  const auto limit = std::chrono::duration<double>(limits_.seconds);
  for (auto& [pid, candidate] : running_) {
    if (!candidate.slow && Clock::now() - candidate.began > limit) {
      candidate.slow = true;
      run::ForkServer::stop(pid);
    }
  }
}

std::optional<Reply> ScriptOracle::wait(milliseconds at_most) {
  const auto until = Clock::now() + at_most;
  while (true) {
    if (auto reply = take_ended()) return reply;
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
    if (running_.empty() || left.count() <= 0) return std::nullopt;
    end_slow_ones();
    pollfd waiting{server_.fd(), POLLIN, 0};
    poll(&waiting, 1, static_cast<int>(std::min<long>(left.count(), 50)));
    ended_.merge(server_.take_ended());
  }
}

std::optional<Reply> ScriptOracle::take_ended() {
  while (!ended_.empty()) {
    const pid_t pid = ended_.begin()->first;
    ended_.erase(ended_.begin());
    auto node = running_.extract(pid);
    if (node.empty()) continue;
    const CandidateRun& ended = node.mapped();
    std::optional<Reply> reply;
    if (!ended.cancelled) reply = Reply{ended.ticket, answer_of(ended)};
    if (reply && limits_.keep_output) {
      reply->output = printed_by_script(process::read_log(ended.output.get()));
    }
    fs::remove_all(ended.folder);
    if (reply) return reply;
  }
  return std::nullopt;
}

Answer ScriptOracle::answer_of(const CandidateRun& ended) const {
  Answer answer;
  if (ended.slow) {
    answer.verdict = Verdict::kSlow;
  } else {
    answer = judge(process::read_text(outcome_in(ended.folder)), wanted_);
  }
  answer.seconds = std::chrono::duration<double>(Clock::now() - ended.began).count();
  return answer;
}

void ScriptOracle::cancel(Ticket ticket) {
  for (auto& [pid, candidate] : running_) {
    if (candidate.ticket != ticket) continue;
    candidate.cancelled = true;
    run::ForkServer::stop(pid);
  }
}

}  // namespace gridlock::minimizer
