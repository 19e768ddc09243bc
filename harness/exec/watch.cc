#include "harness/exec/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "harness/diagnosis/note.h"
#include "harness/diagnosis/sentence.h"
#include "harness/exec/crash.h"
#include "harness/exec/dump.h"
#include "harness/exec/explanation.h"
#include "harness/exec/host_questions.h"
#include "harness/exec/record_limits.h"
#include "harness/fields/path.h"
#include "harness/inspect/facts.h"
#include "harness/inspect/facts_message.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/monitor/ending.h"
#include "harness/monitor/grace.h"
#include "harness/prover/shift.h"

namespace gridlock::exec {
namespace {

constexpr std::chrono::seconds kBetweenLooks{2};

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

// The members of a job, divided into ended and running ones.
struct Remaining {
  std::vector<int> ended;
  std::vector<int> running;
};

Remaining remaining_of(const Job& job) {
  Remaining remaining;
  for (const inspect::LocalRank& member : job.members) {
    if (!member.left) (member.exited ? remaining.ended : remaining.running).push_back(member.rank);
  }
  return remaining;
}

// Returns whether the rank has an open call or a blocked thread.
bool is_in_call(const inspect::LocalRank& member, const Job& job) {
  const facts::RankFacts facts = inspect::facts_of(member, job.members);
  return !facts.open.empty() || facts::has_thread(facts, facts::Thread::State::kBlocked);
}

// Returns whether some rank waits in a call and no rank computes in its main thread.
bool stand_still(const facts::Snapshot& snapshot) {
  using State = facts::Thread::State;
  const auto waits = [](const facts::RankFacts& facts) {
    return facts::has_thread(facts, State::kBlocked);
  };
  const auto computes = [](const facts::RankFacts& facts) {
    return std::ranges::any_of(facts.threads, [](const facts::Thread& thread) {
      return thread.main && thread.state == State::kRunning;
    });
  };
  return std::ranges::any_of(snapshot.ranks, waits) &&
         std::ranges::none_of(snapshot.ranks, computes);
}

// Returns whether each other live rank of the job is in a call, or in a wait that does not soon
// time out.
bool all_others_wait(const Job& job, int rank) {
  return std::ranges::all_of(job.members, [&](const inspect::LocalRank& member) {
    if (member.rank == rank || member.exited || member.left) return true;
    const facts::RankFacts facts = inspect::facts_of(member, job.members);
    return !facts.open.empty() || std::ranges::any_of(facts.threads, [](const auto& thread) {
      return thread.state == facts::Thread::State::kBlocked &&
             !facts::soon(thread.wait.times_out_ms);
    });
  });
}

}  // namespace

Watch::Watch(const ExecOptions& options, std::filesystem::path py_spy, std::filesystem::path stacks,
             const Console& console, std::function<void()> meanwhile)
    : options_(options),
      console_(console),
      registry_(options.intervals),
      reporter_(options, console, registry_, others_,
                {std::move(py_spy), std::move(stacks), std::move(meanwhile), &registry_}) {}

void Watch::connect_hosts() {
  const int port = options_.master_port + 1;
  if (options_.host > 0) return first_.connect_to(options_.master_address, port, options_.host);
  try {
    others_.listen_on(port);
  } catch (const std::system_error& error) {
    console_.note(
        fmt::format("each host examines only its own ranks, because other hosts cannot connect: {}",
                    error.what()));
  }
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
}

void Watch::poll_once() {
  registry_.poll_exits();
  others_.poll_once();
  update_last_event();
  answer_first_host();
  if (decision_ || holding_ || first_.connected()) return;
  if (Clock::now() - looked_ > kBetweenLooks) look_for_accident();
  const bool others_are_quiet = others_.take_quiet();
  for (Job& job : registry_.jobs()) {
    for (const std::string& limit : new_limits(job)) console_.note(limit);
    check_job(job, others_are_quiet);
    check_exceptions(job);
    report_idle(job);
  }
  if (!decision_ && !holding_) check_timeout();
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
  for (const Job& job : registry_.jobs()) reporter_.print_evidence_folder(job, true);
}

// Looks for the first accident. It looks regularly, because the rings keep only the latest calls.
void Watch::look_for_accident() {
  looked_ = Clock::now();
  for (const Job& job : registry_.jobs()) {
    if (!accident_.empty()) return;
    const auto no_threads = [](pid_t) { return std::vector<inspect::KernelThread>{}; };
    const facts::Snapshot snapshot{inspect::facts_of(job.members, no_threads)};
    if (const auto shift = prover::find_shift(snapshot)) accident_ = diagnosis::note(*shift);
  }
}

std::string Watch::accident() {
  look_for_accident();
  return accident_;
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
  report_standing(job);
}

// Reports once where the ranks are if they stand still and no finding says why.
void Watch::report_standing(const Job& job) {
  const monitor::Examination& examination = job.examination;
  const bool quiet = examination.quiet_seconds() >= monitor::kReportStallAfter;
  const bool explained = examination.likely() || examination.desync() || examination.stall();
  if (!quiet || explained || !stand_still(examination.second())) return;
  if (std::exchange(standing_reported_, true)) return;
  std::string text = fmt::format("no rank has made a call for {:.0f} s (the job may go on)",
                                 examination.quiet_seconds());
  for (const std::string& line : reporter_.standing()) text += "\n  " + line;
  console_.note(text);
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

// Checks the first rank that has raised. It may block in the teardown of its backend for as long as
// others wait for it. The job ends only if that is all that still happens.
void Watch::check_exceptions(Job& job) {
  if (decision_ || job.raised.empty()) return;
  Job::Raise& raise = job.raised.front();
  const auto member = std::ranges::find(job.members, raise.rank, &inspect::LocalRank::rank);
  const std::chrono::duration<double> since = Clock::now() - raise.when;
  if (member == job.members.end() || member->exited || since.count() < monitor::kGraceSeconds)
    return;
  // The others are examined once a second, because that reads all their threads.
  if (Clock::now() < next_look_at_others_) return;
  next_look_at_others_ = Clock::now() + std::chrono::seconds(1);
  const diagnosis::Exception& exception = *registry_.exception_of(member->pid);
  if (is_exiting(*member, raise, since.count()) || !all_others_wait(job, raise.rank)) {
    return announce(raise, exception, since.count());
  }
  facts::Crash crash = stuck_crash(raise.rank, member->pid, exception, since.count());
  console_.alarm("crash: " + crash.sentence);
  outcome_ = {.verdict = "crash", .crash = std::move(crash)};
  reporter_.print_evidence_folder(job, true);
  end_everywhere(kRaised);
}

// Returns whether the rank or another one has done something since the exception: it has recorded
// an event, or its main thread was busy, as is common on a loaded machine.
bool Watch::is_exiting(const inspect::LocalRank& member, const Job::Raise& raise,
                       double since) const {
  if (seconds_without_event() < monitor::kGraceSeconds) return true;
  const double busy = inspect::busy_seconds(member.pid, member.pid) - raise.busy_seconds;
  return since - busy < monitor::kGraceSeconds && since < monitor::kLongestExit;
}

// Reports once that a rank has raised and has not ended. The job may go on: the rank may handle the
// exception, or the others may reach the call that its exit waits for.
void Watch::announce(Job::Raise& raise, const diagnosis::Exception& exception, double since) const {
  if (since < monitor::kReportStallAfter || std::exchange(raise.announced, true)) return;
  console_.note(fmt::format("rank {} raised {} {:.0f} s ago and has not ended (the job may go on)",
                            raise.rank, exception.error, since));
}

void Watch::update_last_event() {
  const std::uint64_t events = registry_.events() + others_.events();
  if (events == events_) return;
  events_ = events;
  last_event_ = Clock::now();
  idle_reported_ = standing_reported_ = false;
}

// Reports once that some ranks have ended and that the running ranks make no calls and do not end.
void Watch::report_idle(const Job& job) {
  if (idle_reported_ || decision_ || seconds_without_event() < monitor::kReportStallAfter) return;
  const Remaining remaining = remaining_of(job);
  if (remaining.ended.empty() || remaining.running.empty()) return;
  idle_reported_ = true;
  const bool waits = std::ranges::any_of(job.members, [&](const inspect::LocalRank& member) {
    return !member.left && !member.exited && is_in_call(member, job);
  });
  if (waits) return;  // check_job() handles this case
  reporter_.report_idle(job, remaining.ended, remaining.running, monitor::kReportStallAfter);
}

bool Watch::has_timed_out() const {
  const double timeout = registry_.all_joined(options_.hosts)
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
