#include "harness/exec/supervisor.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "harness/exec/evidence_folder.h"
#include "harness/exec/host_file.h"
#include "harness/monitor/grace.h"
#include "harness/process/exit_code.h"
#include "harness/process/files.h"
#include "harness/process/process_tree.h"
#include "harness/process/signals.h"
#include "harness/protocol/rendezvous.h"
#include "harness/text/rank_list.h"

namespace gridlock::exec {
namespace {

using std::chrono::steady_clock;

constexpr int kInterrupted = process::kInterrupted;

steady_clock::time_point in_seconds(double count) {
  const std::chrono::duration<double> seconds(count);
  return steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(seconds);
}

}  // namespace

Supervisor::Supervisor(ExecOptions options, Parts parts)
    : options_(std::move(options)),
      parts_(std::move(parts)),
      folder_("exec"),
      socket_(folder_.path() / "hub"),
      tee_(options_.tee),
      watch_(options_, parts_.py_spy, folder_.path() / "stacks", console_,
             [this] { tee_.pump(); }) {
  process::become_subreaper();
  if (!options_.evidence.empty()) options_.evidence = std::filesystem::absolute(options_.evidence);
  if (!options_.compile_report.empty()) compiled_.emplace(options_.compile_report);
}

Supervisor::~Supervisor() {
  kill_all();
}

int Supervisor::run(const volatile std::sig_atomic_t& stop) {
  const pid_t guard = getppid();
  start();
  int interrupts = 0;
  while (children_.running() || other_hosts_need_store()) {
    wait_for_events();
    poll_once();
    if (stop != 0 && interrupts++ == 0) interrupt(stop & ~process::kAtOnce);
    if ((stop & process::kAtOnce) != 0) kill_all();
    send_due_signals();
    if (getppid() != guard) {
      exit_code_ = kInterrupted;
      kill_all();
    }
  }
  kill_all();
  tee_.finish();
  if (exit_code_ < 0) explain_failure();
  // These lines are printed last, after all output of the ranks.
  for (const std::string& line : standing_) console_.note(line);
  write_json();
  return exit_code_;
}

void Supervisor::start() {
  if (!options_.evidence.empty() && options_.host == 0) remove_old_evidence(options_.evidence);
  if (options_.ranks > 0) return start_ranks();
  process::Program program;
  program.arguments = options_.command;
  program.own_session = false;  // the command may need the terminal
  start_child(-1, std::move(program));
}

void Supervisor::start_child(int rank, process::Program program) {
  const process::Fd output = rank_output(rank);
  program.standard_output = output.get();
  program.dies_with_parent = true;
  program.environment.merge(probe_environment());
  children_.start(rank, program);
}

// Returns the environment variables that make child processes register with this process.
Environment Supervisor::probe_environment() const {
  Environment variables = probe_variables(parts_, folder_.path() / "hub");
  if (!options_.compile_report.empty())
    variables["GRIDLOCK_COMPILE_REPORT"] = std::filesystem::absolute(options_.compile_report);
  return variables;
}

// Returns the descriptor for a rank's output. Returns a closed one if the rank inherits the output.
process::Fd Supervisor::rank_output(int rank) {
  if (!tee_.enabled()) return {};
  return tee_.add(rank < 0 ? "output" : fmt::format("rank {}", rank));
}

void Supervisor::start_ranks() {
  process::Fd store;
  if (options_.host == 0) store = open_store();
  if (options_.hosts > 1) watch_.connect_hosts();
  if (options_.fork) return fork_ranks(std::move(store));
  if (store) start_store(store);
  for (int rank = 0; rank < options_.ranks; ++rank) {
    process::Program program = rank_program();
    program.environment = torchrun_variables(options_, rank, options_.master_port);
    start_child(options_.host * options_.ranks + rank, std::move(program));
  }
}

process::Program Supervisor::rank_program() const {
  process::Program program;
  program.arguments = {options_.python, "-u"};
  if (options_.module) program.arguments.push_back("-m");
  program.arguments.insert(program.arguments.end(), options_.command.begin(),
                           options_.command.end());
  return program;
}

void Supervisor::fork_ranks(process::Fd store) {
  const int first = options_.host * options_.ranks;
  ForkRequest order{.interpreter = rank_program(), .ranks = {}};
  order.store = std::move(store);
  for (int rank = 0; rank < options_.ranks; ++rank) {
    order.ranks.push_back(torchrun_variables(options_, rank, options_.master_port));
    if (tee_.enabled()) order.outputs.push_back(rank_output(first + rank));
  }
  order.interpreter.dies_with_parent = true;
  order.interpreter.environment = take_common(order.ranks);
  order.interpreter.environment.merge(probe_environment());
  children_.start_forked(first, options_.warm ? RankForker(std::move(order), *options_.warm)
                                              : RankForker(std::move(order)));
}

bool Supervisor::other_hosts_need_store() {
  if (options_.hosts == 1 || options_.host != 0) return false;
  if (exit_code_ >= 0 || !children_.failures().empty()) return false;
  if (watch_.other_hosts_may_need_store()) return true;
  if (!kept_store_.is_used(options_.master_port, Clock::now())) return false;
  if (!std::exchange(serving_reported_, true))
    console_.note("the ranks of this host have ended; serving the store for those of other hosts");
  return true;
}

process::Fd Supervisor::open_store() {
  const bool loopback_only = options_.hosts == 1;
  if (options_.master_port != 0)
    return protocol::listen_on_port(options_.master_port, loopback_only);
  auto [socket, port] = protocol::listen_on_free_port(loopback_only);
  options_.master_port = port;
  return std::move(socket);
}

void Supervisor::start_store(const process::Fd& socket) {
  process::Program program;
  program.arguments = {options_.python, "-m", "gridlock.start.store_server",
                       std::to_string(socket.get())};
  program.environment = {{"PYTHONPATH", parts_.package}};
  program.inherited = {socket.get()};
  program.dies_with_parent = true;
  children_.start_store(program);
}

void Supervisor::wait_for_events() {
  std::vector<pollfd> waits{{socket_.fd(), POLLIN, 0}};
  for (const int fd : tee_.fds()) waits.push_back({fd, POLLIN, 0});
  for (const int fd : watch_.fds()) waits.push_back({fd, POLLIN, 0});
  poll(waits.data(), waits.size(), static_cast<int>(options_.intervals.tick.count()));
  tee_.pump();
}

void Supervisor::poll_once() {
  while (auto request = socket_.next()) watch_.receive(*request);
  children_.reap();
  watch_.set_ranks(children_.running_ranks());
  report_lost_store();
  report_inconsistent_compile();
  end_after_failure();
  if (ending() || exit_code_ >= 0) return;
  watch_.poll_once(children_.running());
  const bool is_new = watch_.outcome() && !std::exchange(json_written_, true);
  if (is_new) write_json();
  if (!watch_.decision()) return;
  exit_code_ = *watch_.decision();
  kill_all();
  console_.note(fmt::format("ended the job; exit code {}", exit_code_));
}

void Supervisor::report_lost_store() {
  const auto store = children_.take_lost_store();
  if (!store) return;
  console_.alarm(fmt::format("the rendezvous store {} (process {}); ranks that use it will fail",
                             store->exit_reason(), store->pid));
}

// Reports that ranks compiled different collectives. Reports this before the ranks run the code and
// hang. This is not a verdict, because a rank may still compile what the other ranks have compiled.
void Supervisor::report_inconsistent_compile() {
  if (!compiled_ || !compiled_->read()) return;
  if (const auto sentence = inconsistency_news_.of(compiled_->ranks()))
    console_.note("the ranks have compiled different code so far: " + *sentence);
}

// Stops the other ranks after a failure. They first get time to print their own tracebacks.
void Supervisor::end_after_failure() {
  if (children_.failures().empty() || ending() || watch_.holding() || options_.ranks == 0) return;
  constexpr double kTerm = monitor::kTermAfterFailure;
  scheduled_signals_ = {{in_seconds(kTerm), SIGTERM},
                        {in_seconds(kTerm + monitor::kGraceSeconds), SIGKILL}};
}

// Reports calls that were paired although they do not belong together. The exit code stays, because
// the program may be written like that.
void Supervisor::report_accident() {
  mismatch_ = watch_.mismatch();
  if (mismatch_) {
    console_.note("the script has ended, but calls did not match: " + mismatch_->sentence);
    return;
  }
  accident_ = watch_.accident();
  if (accident_.empty()) return;
  console_.note("the script has ended, but calls may be paired by accident: " + accident_ +
                ". Its numbers may be wrong");
}

std::optional<bool> Supervisor::memory_ran_out() const {
  const auto now = process::oom_kills();
  if (!oom_kills_ || !now) return std::nullopt;
  return *now > *oom_kills_;
}

void Supervisor::explain_failure() {
  crash_ = find_crash(children_, watch_, memory_ran_out());
  exit_code_ = crash_ ? crash_->exit_code : 0;
  if (!crash_) return report_accident();
  mismatch_ = watch_.mismatch();
  if (mismatch_) crash_->sentence += ". Before that: " + mismatch_->sentence;
  if (mismatch_) blame_mismatch();
  if (options_.ranks > 0) console_.alarm(crash_->sentence + ".");
}

// A rank that aborts after calls did not match is a victim: gloo aborts a process that receives
// more bytes than it expects.
void Supervisor::blame_mismatch() {
  if (mismatch_->ranks.empty() || children_.failures().front().signal != SIGABRT) return;
  console_.note(fmt::format("at fault: {}. {}; diagnosis.txt in the evidence folder has the calls",
                            text::rank_enumeration(mismatch_->ranks), mismatch_->rule));
  crash_->ranks = mismatch_->ranks;
}

// Forwards the signal to the ranks before killing them, as torchrun does.
void Supervisor::interrupt(int signal) {
  exit_code_ = watch_.holding() ? kDeadlock : kInterrupted;
  if (watch_.holding()) return kill_all();
  const std::string limit =
      fmt::format(" for at most {:g} s; a second signal kills all at once", monitor::kGraceSeconds);
  console_.note(options_.ranks > 0 ? "interrupted: stopping the ranks" + limit
                                   : "interrupted: waiting for the command" + limit);
  if (options_.ranks > 0) standing_ = watch_.standing();
  children_.expect_ends();
  const bool sent_by_terminal = options_.ranks == 0 && signal == SIGINT;
  if (!sent_by_terminal) children_.signal_all(signal);
  scheduled_signals_ = {{in_seconds(monitor::kGraceSeconds), SIGKILL}};
}

void Supervisor::send_due_signals() {
  while (ending() && Clock::now() >= scheduled_signals_.front().when) {
    const int signal = scheduled_signals_.front().signal;
    if (signal == SIGKILL) return kill_all();
    scheduled_signals_.pop_front();
    children_.expect_ends();
    children_.signal_all(signal);
  }
}

void Supervisor::kill_all() {
  children_.reap();
  children_.expect_ends();
  process::kill_descendants(process::system_table(), getpid());
  children_.mark_stopped();
}

facts::Outcome Supervisor::outcome() const {
  facts::Outcome outcome = watch_.outcome().value_or(facts::Outcome{});
  if (outcome.verdict.empty()) outcome.verdict = exit_code_ == 0 ? facts::kEnded : "crash";
  if (exit_code_ == kInterrupted) outcome.verdict = "interrupted";
  if (exit_code_ >= 0) outcome.exit_code = exit_code_;
  if (crash_) outcome.crash = crash_;
  outcome.desync = mismatch_;
  outcome.standing = standing_;
  outcome.accident = accident_;
  outcome.looked_at.waits = outcome.looked_at.calls = watch_.has_seen_ranks();
  outcome.looked_at.compiler = compiled_.has_value();
  outcome.evidence = watch_.evidence();
  return outcome;
}

void Supervisor::write_json() const {
  if (options_.json.empty()) return;
  const std::filesystem::path file = file_of_host(options_.json, options_.host);
  if (!process::replace_text(file, facts::to_json(outcome()).dump(2) + '\n')) {
    console_.note("cannot write " + file.string());
  }
}

}  // namespace gridlock::exec
