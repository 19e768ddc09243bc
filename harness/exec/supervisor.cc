#include "harness/exec/supervisor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <tuple>

#include "harness/controller/evidence_files.h"
#include "harness/diagnosis/render.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/standing.h"
#include "harness/exec/dump.h"
#include "harness/exec/environment.h"
#include "harness/exec/explanation.h"
#include "harness/process/process_tree.h"
#include "harness/wire/rendezvous.h"

namespace gridlock::exec {
namespace {

using std::chrono::seconds;

constexpr int kTickMs = 20;               // how often rings are looked at
constexpr seconds kLastWords{2};          // others may fail too, and say why, before they are ended
constexpr seconds kAfterTerm{5};          // to end by themselves
constexpr double kKillSeconds = 10;       // the kernel's, for everything
constexpr double kStallIsToldAfter = 10;  // seconds without an event
constexpr double kStartSeconds = 60;      // until all ranks have come: many load torch slowly
constexpr int kInterrupted = 130;

// The name of a folder that no other run has.
std::filesystem::path default_evidence() {
  return fmt::format("gridlock-hang-{}", getpid());
}

}  // namespace

Supervisor::Supervisor(Options options, Parts parts)
    : options_(std::move(options)),
      parts_(std::move(parts)),
      folder_("exec"),
      hub_(folder_.path() / "hub"),
      tee_(options_.tee) {
  process::become_subreaper();
  if (options_.evidence.empty()) options_.evidence = default_evidence();
  options_.evidence = std::filesystem::absolute(options_.evidence);
}

Supervisor::~Supervisor() {
  end_all();
}

int Supervisor::run(const volatile std::sig_atomic_t& stop) {
  const pid_t guard = getppid();
  start();
  int interrupts = 0;
  while (children_.running()) {
    wait_for_something();
    turn();
    if (stop != 0 && interrupts++ == 0) interrupt(stop);
    take_steps();
    if (getppid() != guard) end_all();
  }
  end_all();
  tee_.finish();
  if (exit_code_ < 0) {
    const auto& failure = children_.first_failure();
    exit_code_ = failure ? failure->exit_code() : 0;
  }
  write_json();
  return exit_code_;
}

void Supervisor::start() {
  if (options_.ranks > 0) return start_ranks();
  process::Program program;
  program.arguments = options_.command;
  program.own_session = false;  // it may want the terminal
  start_child(-1, std::move(program));
}

void Supervisor::start_child(int rank, process::Program program) {
  process::Fd output;
  if (tee_.wanted()) output = tee_.add(rank < 0 ? "output" : fmt::format("rank {}", rank));
  program.standard_output = output.get();
  program.dies_with_parent = true;
  program.environment.merge(probe_variables(parts_, folder_.path() / "hub"));
  children_.start(rank, program);
}

void Supervisor::start_ranks() {
  if (options_.host == 0) start_store();
  for (int rank = 0; rank < options_.ranks; ++rank) {
    process::Program program;
    program.arguments = {options_.python, "-u"};
    if (options_.module) program.arguments.push_back("-m");
    program.arguments.insert(program.arguments.end(), options_.command.begin(),
                             options_.command.end());
    program.environment = torchrun_variables(options_, rank, options_.master_port);
    start_child(options_.host * options_.ranks + rank, std::move(program));
  }
}

void Supervisor::start_store() {
  const bool loopback_only = options_.hosts == 1;
  process::Fd socket;
  if (options_.master_port == 0) {
    std::tie(socket, options_.master_port) = wire::listen_on_free_port(loopback_only);
  } else {
    socket = wire::listen_on_port(options_.master_port, loopback_only);
  }
  process::Program program;
  program.arguments = {options_.python, "-m", "gridlock.store_server",
                       std::to_string(socket.get())};
  program.environment = {{"PYTHONPATH", parts_.package}};
  program.inherited = {socket.get()};
  program.dies_with_parent = true;
  process::spawn(program);
}

void Supervisor::wait_for_something() {
  std::vector<pollfd> waits{{hub_.fd(), POLLIN, 0}};
  for (const int fd : tee_.fds()) waits.push_back({fd, POLLIN, 0});
  poll(waits.data(), waits.size(), kTickMs);
  tee_.pump();
}

void Supervisor::turn() {
  while (auto visitor = hub_.next()) receive(*visitor);
  children_.reap();
  roster_.look();
  note_failure();
  if (ending() || holding_) return;
  for (Job& job : roster_.jobs()) watch(job);
  check_timeout();
}

void Supervisor::receive(const Visitor& visitor) {
  if (const auto* newcomer = std::get_if<Newcomer>(&visitor)) return roster_.admit(*newcomer);
  std::string answer;
  for (Job& job : roster_.jobs()) answer += dump(job, parts_.py_spy);
  if (answer.empty()) answer = "No rank has come to a process group yet.\n";
  Hub::answer(std::get<Question>(visitor), answer);
}

void Supervisor::watch(Job& job) {
  if (job.examination.deadlock() || !job.quiet.is_due(job.members, Clock::now())) return;
  examine(job);
  if (job.examination.deadlock()) return tell_deadlock(job);
  if (const auto stall = job.examination.new_stall(kStallIsToldAfter)) {
    voice_.note(diagnosis::sentence(gather(job, *stall)) + " (no deadlock: it goes on)");
  }
}

void Supervisor::tell_deadlock(Job& job) {
  voice_.alarm(
      fmt::format("deadlock, proved {:.0f} ms after the last event", job.examination.latency_ms()));
  explain(job, *job.examination.deadlock());
  if (options_.on_deadlock == OnDeadlock::kReport) return;
  exit_code_ = kDeadlock;
  if (options_.on_deadlock == OnDeadlock::kKill) return end_all();
  holding_ = true;
  std::vector<pid_t> pids;
  for (const agent::Member& member : job.members) pids.push_back(member.pid);
  voice_.note(
      fmt::format("held: processes {} stay as they are; Ctrl-C ends them", fmt::join(pids, ", ")));
}

diagnosis::Evidence Supervisor::gather_with_stacks(Job& job, const prover::Finding& finding) {
  std::error_code ignored;  // what cannot be made cannot be written to either, which is told
  std::filesystem::create_directories(options_.evidence, ignored);
  return gather(job, finding, parts_.py_spy, options_.evidence, [this] { tee_.pump(); });
}

void Supervisor::explain(Job& job, const prover::Finding& finding) {
  const auto evidence = gather_with_stacks(job, finding);
  verdict_ = to_json(job, evidence);
  voice_.block(diagnosis::render_text(evidence));
  say_where_evidence_is(write(job, evidence, options_.evidence));
}

void Supervisor::say_where_evidence_is(bool written) {
  if (written) {
    voice_.note("evidence: " + options_.evidence.string());
  } else {
    voice_.note("the evidence could not be written to " + options_.evidence.string());
  }
}

// Nothing has happened for as long as the user wants to wait.
void Supervisor::end_with(Job& job, const prover::Finding& finding, ExitCode code) {
  voice_.alarm(
      fmt::format("{}: no event for {:g} s", prover::name(finding.kind), options_.timeout_seconds));
  explain(job, finding);
  exit_code_ = code;
  end_all();
}

void Supervisor::check_timeout() {
  const std::uint64_t events = roster_.events();
  const auto now = Clock::now();
  if (events != events_) {
    events_ = events;
    last_event_ = now;
  }
  const std::chrono::duration<double> quiet = now - last_event_;
  const double patience = roster_.all_have_come()
                              ? options_.timeout_seconds
                              : std::max(options_.timeout_seconds, kStartSeconds);
  if (options_.timeout_seconds <= 0 || quiet.count() < patience) return;
  for (Job& job : roster_.jobs()) {
    examine(job);
    if (job.examination.deadlock()) return tell_deadlock(job);
  }
  for (Job& job : roster_.jobs()) {
    if (const auto stall = job.examination.stall()) return end_with(job, *stall, kStall);
    if (const auto& desync = job.examination.desync()) return end_with(job, *desync, kTimeout);
  }
  end_without_proof();
}

void Supervisor::end_without_proof() {
  voice_.alarm(
      fmt::format("timeout: no event for {:g} s, and nothing is proved", options_.timeout_seconds));
  verdict_ = {{"verdict", "timeout"}};
  for (Job& job : roster_.jobs()) {
    const auto evidence = gather_with_stacks(job, prover::Finding{});
    verdict_ = timeout_json(evidence);
    voice_.block(diagnosis::render_standing(evidence));
    say_where_evidence_is(controller::write_snapshots(options_.evidence, job.examination));
  }
  exit_code_ = kTimeout;
  end_all();
}

void Supervisor::note_failure() {
  const auto& failure = children_.first_failure();
  if (!failure || ending() || holding_ || options_.ranks == 0) return;
  std::string before;
  for (const Child& child : children_.all()) {
    if (!child.running && !child.failed())
      before += fmt::format("; {} had ended before", child.name);
  }
  voice_.alarm(fmt::format("{} failed first: it {} (process {}){}", failure->name, failure->end(),
                           failure->pid, before));
  const auto now = Clock::now();
  steps_ = {{now + kLastWords, SIGTERM}, {now + kLastWords + kAfterTerm, SIGKILL}};
}

// As torchrun does: the ranks hear of it first.
void Supervisor::interrupt(int signal) {
  exit_code_ = holding_ ? kDeadlock : kInterrupted;
  if (holding_) return end_all();
  voice_.note(options_.ranks > 0 ? "interrupted: ending the ranks" : "interrupted");
  children_.expect_ends();
  const bool heard = options_.ranks == 0 && signal == SIGINT;  // from the terminal, like this one
  if (!heard) children_.signal_all(signal);
  steps_ = {{Clock::now() + kAfterTerm, SIGKILL}};
}

void Supervisor::take_steps() {
  while (ending() && Clock::now() >= steps_.front().when) {
    const int signal = steps_.front().signal;
    if (signal == SIGKILL) return end_all();
    steps_.pop_front();
    children_.expect_ends();
    children_.signal_all(signal);
  }
}

void Supervisor::end_all() {
  children_.reap();
  children_.expect_ends();
  process::kill_descendants(process::system_table(), getpid(), kKillSeconds);
  children_.forget();
}

void Supervisor::write_json() const {
  if (options_.json.empty()) return;
  nlohmann::json record = verdict_;
  const auto& failure = children_.first_failure();
  if (record.is_null()) record["verdict"] = exit_code_ == 0 ? "pass" : "crash";
  if (exit_code_ == kInterrupted) record["verdict"] = "interrupted";
  record["exit_code"] = exit_code_;
  if (record["verdict"] == "crash" && failure) {
    record["class"] = failure->signal != 0 ? "killed" : "exited";
    if (failure->rank >= 0) record["ranks"] = {failure->rank};
    record["sentence"] = fmt::format("{} failed first: it {}", failure->name, failure->end());
  }
  std::ofstream file(options_.json);
  file << record.dump(2) << '\n';
  if (!file.flush()) voice_.note("cannot write " + options_.json.string());
}

}  // namespace gridlock::exec
