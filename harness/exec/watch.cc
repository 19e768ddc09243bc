#include "harness/exec/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "harness/diagnosis/sentence.h"
#include "harness/exec/dump.h"
#include "harness/exec/explanation.h"
#include "harness/exec/host_questions.h"
#include "harness/exec/obstacles.h"
#include "harness/exec/record_limits.h"
#include "harness/fields/path.h"
#include "harness/inspect/facts_message.h"
#include "harness/monitor/ending.h"
#include "harness/monitor/grace.h"

namespace gridlock::exec {
namespace {

monitor::QuietLimits limits_of(const ExecOptions& options) {
  monitor::QuietLimits limits;
  if (options.on_likely.kill) limits.likely_seconds = options.on_likely.seconds;
  if (options.on_desync.kill) limits.desync_seconds = options.on_desync.seconds;
  return limits;
}

ExitCode exit_code_of(const facts::Finding& finding) {
  if (finding.kind == facts::Kind::kStall) return kStall;
  if (finding.kind == facts::Kind::kDesync) return kDesync;
  return finding.proved ? kDeadlock : kLikely;
}

}  // namespace

Watch::Watch(const ExecOptions& options, std::filesystem::path py_spy, std::filesystem::path stacks,
             const Console& console, std::function<void()> meanwhile)
    : options_(options),
      console_(console),
      registry_(options.intervals),
      reporter_(options, console, registry_, others_,
                {std::move(py_spy), std::move(stacks), std::move(meanwhile), &registry_}),
      raised_(console, registry_),
      unexplained_(console, reporter_) {}

void Watch::connect_hosts() {
  const int port = options_.master_port + 1;
  try {
    if (options_.host > 0) {
      first_.connect_to(options_.master_address, port, options_.host);
    } else {
      others_.listen_on(port, options_.hosts - 1);
    }
  } catch (const std::system_error& error) {
    console_.note(
        fmt::format("each host examines only its own ranks, because other hosts cannot connect: {}",
                    error.what()));
  }
  if (!options_.job_secret.empty()) add_secret(options_.job_secret);
}

// Lets the hosts connect to each other.
void Watch::add_secret(const std::string& secret) {
  others_.add_secret(secret);
  first_.add_secret(secret);
}

// Receives the secret on which the ranks have agreed. It is "" if they could not.
void Watch::receive_secret(const std::string& secret) {
  if (options_.hosts == 1 || !options_.job_secret.empty()) return;
  if (!secret.empty()) return add_secret(secret);
  if (std::exchange(lack_of_secret_reported_, true)) return;
  console_.note(
      "each host examines only its own ranks, because the ranks have no store in which the hosts "
      "can agree on a secret. Set GRIDLOCK_JOB_SECRET to the same random text on all hosts");
}

std::vector<int> Watch::fds() const {
  std::vector<int> fds = others_.fds();
  if (first_.connected()) fds.push_back(first_.fd());
  return fds;
}

void Watch::set_ranks(std::map<int, pid_t> processes) {
  registry_.set_processes(std::move(processes), options_.ranks * options_.hosts);
}

void Watch::receive(const Request& request) {
  if (const auto* registration = std::get_if<RankRegistration>(&request))
    return register_rank(*registration);
  if (const auto* raised = std::get_if<Raised>(&request))
    return registry_.record_exception(raised->pid, raised->exception);
  if (const auto* agreed = std::get_if<protocol::JobSecret>(&request))
    return receive_secret(agreed->secret);
  const auto& question = std::get<DumpRequest>(request);
  std::string answer;
  for (Job& job : registry_.jobs())
    answer += dump(job, registry_, others_, reporter_.stack_options().py_spy, question.format);
  const bool nothing = answer.empty() && question.format == DumpFormat::kText;
  if (nothing) answer = "No rank has created a process group yet.\n";
  RegistrationSocket::answer(question, answer);
}

// A rank without a ring may do anything, so nothing is proved that depends on it.
void Watch::register_rank(const RankRegistration& registration) {
  try {
    registry_.register_rank(registration);
  } catch (const std::system_error& error) {
    RegistrationSocket::refuse(registration, error.what());
  }
  if (obstacle_reported_) return;
  const std::string obstacle = obstacle_to_proofs(registration);
  obstacle_reported_ = !obstacle.empty();
  if (obstacle_reported_) console_.note(obstacle);
}

void Watch::poll_once(bool running) {
  registry_.poll_exits();
  others_.poll_once();
  for (const std::string& news : {others_.take_news(), first_.take_news(Clock::now())}) {
    if (!news.empty()) console_.note(news);
  }
  update_last_event();
  answer_first_host();
  if (decision_ || holding_ || first_.connected()) return;
  accidents_.poll(registry_.jobs(), events_);
  const bool others_are_quiet = others_.take_quiet();
  for (Job& job : registry_.jobs()) {
    for (const std::string& limit : new_limits(job)) console_.note(limit);
    check_job(job, others_are_quiet);
    check_exceptions(job);
    if (!decision_) unexplained_.report_ended(job, seconds_without_event());
  }
  // Without ranks and other hosts, exec only serves the store, which has no time limit.
  const bool may_time_out = running || others_.any_connected();
  if (!decision_ && !holding_ && may_time_out) check_timeout();
}

// Answers questions from the first host, which examines the ranks of all connected hosts.
void Watch::answer_first_host() {
  try {
    for (const protocol::FirstHostMessage& message : first_.receive()) {
      const auto* question = std::get_if<protocol::HostQuestion>(&message);
      if (question == nullptr) return handle_host_end(std::get<protocol::HostEnd>(message));
      first_.answer(*question, answer_question(*question, registry_, reporter_.stack_options()));
    }
  } catch (const fields::Error& error) {
    console_.note(fmt::format("cannot read a message from the first host: {}", error.what()));
  }
  if (!first_.connected()) return;
  bool quiet = false;
  for (Job& job : registry_.jobs()) quiet |= job.quiet.is_due(job.members, Clock::now());
  first_.report(registry_.events(), quiet);
}

void Watch::handle_host_end(const protocol::HostEnd& end) {
  decision_ = end.exit_code;
  outcome_ = end.outcome;
  const std::string sentence = outcome_->finding ? outcome_->finding->sentence
                               : outcome_->crash ? outcome_->crash->sentence
                                                 : "nothing is proved";
  console_.alarm(fmt::format("{}, reported by the first host: {}", outcome_->verdict, sentence));
  for (const Job& job : registry_.jobs()) reporter_.write_evidence(job);
}

void Watch::check_job(Job& job, bool others_are_quiet) {
  const bool due = job.quiet.is_due(job.members, Clock::now()) || others_are_quiet;
  if (job.examination.deadlock() || !due) return;
  examine(job, others_);
  if (job.examination.deadlock()) return report_deadlock(job);
  if (const auto likely = job.examination.new_likely(monitor::kReportLikelyAfter))
    report_likely(job, *likely);
  report_desync(job);
  if (const auto finding = monitor::ending_finding(job.examination, limits_of(options_))) {
    return end_with_finding(job, *finding);
  }
  if (const auto stall = job.examination.new_stall(monitor::kReportStallAfter)) {
    reporter_.report_stall(job, *stall);
  }
  unexplained_.report_standing(job);
}

void Watch::report_deadlock(Job& job) {
  outcome_ = reporter_.report_deadlock(job);
  if (options_.on_deadlock == OnDeadlock::kKill) end_everywhere(kDeadlock);
  if (options_.on_deadlock != OnDeadlock::kHold) return;
  holding_ = true;
  reporter_.report_hold(job);
}

// Reports a likely deadlock. The job continues, because a process or thread that a doubt names may
// still end the wait.
void Watch::report_likely(Job& job, const facts::Finding& likely) {
  console_.alarm(fmt::format("likely deadlock (not proved: {})", facts::doubt(likely)));
  if (!options_.on_likely.kill) reporter_.explain(job, likely);
}

// Reports a desync only once, because the job may continue for a long time.
void Watch::report_desync(Job& job) {
  const auto& desync = job.examination.desync();
  if (!desync || std::exchange(job.desync_reported, true)) return;
  console_.note("desync: " + diagnosis::sentence(collect_evidence(job, *desync)));
}

// Ends the job once the exit of a rank that has raised is all that still happens.
void Watch::check_exceptions(Job& job) {
  if (decision_) return;
  std::optional<facts::Crash> crash = raised_.find_stuck(job, seconds_without_event());
  if (!crash) return;
  console_.alarm("crash: " + crash->sentence);
  outcome_ = {.verdict = "crash", .crash = std::move(crash)};
  reporter_.write_evidence(job);
  end_everywhere(kRaised);
}

void Watch::update_last_event() {
  const std::uint64_t events = registry_.events() + others_.events();
  if (events == events_) return;
  events_ = events;
  last_event_ = Clock::now();
  unexplained_.handle_event();
}

bool Watch::has_timed_out() const {
  // A host that is not connected yet may wait for ranks of other hosts that start slowly.
  const bool is_late = options_.host > 0 && !first_.ever_connected();
  const double timeout = registry_.all_joined(options_.hosts) && !is_late
                             ? options_.timeout_seconds
                             : std::max(options_.timeout_seconds, monitor::kStartSeconds);
  return options_.timeout_seconds > 0 && seconds_without_event() >= timeout;
}

double Watch::seconds_without_event() const {
  return std::chrono::duration<double>(Clock::now() - last_event_).count();
}

// Stops the run if there was no event for the timeout that the user has set.
void Watch::check_timeout() {
  if (!has_timed_out()) return;
  for (Job& job : registry_.jobs()) {
    const bool is_reported = job.examination.deadlock().has_value();
    if (!is_reported) examine(job, others_);
    if (!job.examination.deadlock()) continue;
    if (!is_reported) report_deadlock(job);
    if (!decision_ && !holding_) end_everywhere(kDeadlock);
    return;
  }
  for (Job& job : registry_.jobs()) {
    if (const auto finding = monitor::timeout_finding(job.examination))
      return end_with_finding(job, *finding);
  }
  end_without_proof();
}

void Watch::end_with_finding(Job& job, const facts::Finding& finding) {
  const char* how = finding.proved ? "" : "likely ";
  console_.alarm(fmt::format("{}{}: no event for {:.1f} s", how, facts::name(finding.kind),
                             seconds_without_event()));
  outcome_ = reporter_.explain(job, finding);
  end_everywhere(exit_code_of(finding));
}

void Watch::end_without_proof() {
  console_.alarm(
      fmt::format("timeout: no event for {:g} s; no deadlock is proved", options_.timeout_seconds));
  outcome_ = timeout_of({}, options_.timeout_seconds);
  for (Job& job : registry_.jobs()) {
    outcome_ = reporter_.report_timeout(job, options_.timeout_seconds);
  }
  end_everywhere(kTimeout);
}

std::optional<diagnosis::EarlyExit> Watch::early_exit(const std::vector<int>& finished) {
  for (const Job& job : registry_.jobs()) {
    if (auto found = diagnosis::find_early_exit(recorded_evidence(job, registry_), finished)) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<facts::FindingRecord> Watch::mismatch() {
  for (Job& job : registry_.jobs()) {
    job.examination.handle(inspect::facts_message(0, protocol::Facts::kAtTheEnd, job.members));
    if (job.examination.desync()) return reporter_.record_mismatch(job);
  }
  return std::nullopt;
}

void Watch::end_everywhere(ExitCode code) {
  decision_ = code;
  protocol::HostEnd end{code, outcome_.value_or(facts::Outcome{})};
  end.outcome.stacks.clear();
  others_.send(end);
}

}  // namespace gridlock::exec
