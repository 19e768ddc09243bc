#include "harness/controller/controller.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <fstream>

#include "harness/controller/finding_report.h"
#include "harness/controller/specification.h"
#include "harness/monitor/grace.h"
#include "harness/text/quantity.h"

namespace gridlock::controller {
namespace {

constexpr int kTickMs = 100;
// After this many deaths of agents that were training a cell, the cell is not trained again,
// because it may kill them.
constexpr int kMaxAgentDeaths = 2;

}  // namespace

Controller::Controller(const matrix::Plan& plan, TrainingOptions options, const RunFolder& folder,
                       Results& results, report::Reporter& reporter, ReproExporter* exporter)
    : plan_(plan),
      options_(std::move(options)),
      folder_(folder),
      results_(results),
      exporter_(exporter),
      reporter_(reporter),
      resources_(options_.machine, options_.jobs),
      agents_(options_.launch) {
  for (const Training& training : all_trainings(plan, options_.repeat)) {
    if (!results_.is_finished(training)) waiting_.push_back(training);
  }
}

double Controller::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

bool Controller::run(std::function<bool()> must_stop) {
  must_stop_ = std::move(must_stop);
  while (!must_stop_()) {
    start_ready_trainings();
    if (jobs_.empty() && waiting_.empty()) return true;
    wait_for_events();
    for (const protocol::Event& event : agents_.receive()) handle(event);
    stop_stuck_trainings();
    if (agents_.lost()) requeue_after_agent_death();
    if (exporter_ != nullptr) exporter_->poll();
    if (!is_debugging()) reporter_.on_tick(now());
  }
  interrupt();
  return false;
}

void Controller::start_ready_trainings() {
  for (std::size_t i = 0; i < waiting_.size();) {
    if (is_ready(waiting_[i], plan_, results_.finished()) && start(waiting_[i])) {
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

// Starts the training run if resources are free. Returns false if it must wait. Returns true if it
// was started or has been recorded without training.
bool Controller::start(Training training) {
  const matrix::PlannedCell& planned = plan_.cells[training.index];
  if (!planned.skip.empty() || training.agent_deaths >= kMaxAgentDeaths) {
    record_without_training(training);
    return true;
  }
  const int world_size = world_size_of(planned.cell);
  const bool on_gpus = trains_on_gpus(planned.cell, options_.machine);
  if (!resources_.fits(world_size, on_gpus)) return false;
  if (agents_.lost() && !agents_.start(must_stop_)) return false;

  Resources::Allocation allocation = resources_.acquire(world_size, on_gpus);
  protocol::Run run;
  run.job = next_job_++;
  run.spec = rank_spec(planned, training.repetition);
  if (!options_.probe) run.spec.probe = "off";
  run.spec.snapshot = folder_.snapshot();
  if (planned.initial_state)
    run.spec.initial_state = folder_.initial_state(training.index, training.repetition);
  if (planned.traces_tensors)
    run.spec.tensor_trace = folder_.tensor_trace(training.index, training.repetition);
  if (options_.stress) run.spec.stress = *options_.stress + static_cast<unsigned>(run.job);
  run.world_size = world_size;
  run.tier = tier_of(planned, training.repetition, options_.tier);
  run.stream = options_.stream;
  run.devices = allocation.devices;
  if (!options_.terminal.empty() && !planned.xfail) {
    run.spec.terminal = options_.terminal;
    run.spec.debug_turn = folder_.debug_turn();
    std::ofstream(folder_.debug_turn());  // creates an empty file
  }
  run.evidence = folder_.root() / RunFolder::evidence(planned.cell.id, training.repetition);
  verdict::CellRecord record = verdict::make_record(planned);
  request_torch_records(planned.cell, run, record);
  record.tier = run.tier;
  record.steps = planned.recipe.steps;
  record.rerun = options_.rerun_command + fmt::format(" --select 'id~\"{}\"'", planned.cell.id);
  reporter_.on_cell_started({training.index, training.repetition}, now());
  jobs_.emplace(run.job, RunningTraining(training, std::move(record), std::move(allocation),
                                         agents_.agents(), now()));
  agents_.send(run);
  return true;
}

// Requests torch's trace, profile and minifier output. They are kept in the evidence folder even if
// the cell passes.
void Controller::request_torch_records(const matrix::Cell& cell, protocol::Run& run,
                                       verdict::CellRecord& record) const {
  const bool traced = options_.torch_trace && compiles(cell);
  const bool minified = !options_.torch_minifier.empty() && compiles(cell);
  if (!traced && !minified && !options_.torch_profile) return;
  const std::filesystem::path folder = run.evidence;
  if (traced) run.spec.torch_trace = folder / RunFolder::kTorchTrace;
  if (options_.torch_profile) run.spec.torch_profile = folder / RunFolder::kTorchProfile;
  if (minified) {
    const std::string& what = options_.torch_minifier;
    run.spec.torch_minifier = {{"after", what.substr(0, what.find('-'))},
                               {"level", what.ends_with("-accuracy") ? "4" : "2"},
                               {"folder", folder / RunFolder::kTorchMinifier}};
  }
  record.evidence = std::filesystem::relative(folder, folder_.root());
  std::filesystem::create_directories(folder);
}

// Records a training run that is skipped or whose agent died too often.
void Controller::record_without_training(const Training& training) {
  const matrix::PlannedCell& planned = plan_.cells[training.index];
  verdict::CellRecord record = verdict::make_record(planned);
  record.tier = tier_of(planned, training.repetition, options_.tier);
  record.repetition = training.repetition;
  if (training.agent_deaths > 0) {
    record.lost =
        fmt::format("the agent died {} times while it trained the cell", training.agent_deaths);
  }
  results_.add(std::move(record), planned, now());
}

void Controller::wait_for_events() {
  pollfd wait{agents_.fd(), POLLIN, 0};
  poll(&wait, 1, kTickMs);
}

void Controller::handle(const protocol::Event& event) {
  if (const auto* failed = std::get_if<protocol::SetupFailed>(&event))
    throw EnvironmentError(failed->why);
  if (const auto* note = std::get_if<protocol::HostNote>(&event))
    return reporter_.on_note(note->text, now());
  if (std::holds_alternative<protocol::Hello>(event)) return;
  const int id = std::visit(
      [](const auto& body) {
        if constexpr (requires { body.job; }) return body.job;
        return -1;
      },
      event);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) {
    // Retires the team of a warm rank that ended after its job, because the team's remaining ranks
    // cannot train another cell.
    if (std::holds_alternative<protocol::Exited>(event)) agents_.send(protocol::Retire{id});
    return;
  }
  RunningTraining& job = found->second;
  if (const auto* progress = std::get_if<protocol::Progress>(&event)) {
    job.handle(*progress, now());
    reporter_.on_progress(job.cell_run(), job.phases(now()), now());
  }
  if (const auto* report = std::get_if<protocol::Report>(&event)) {
    job.handle(*report, now());
    report_inconsistency(job);
  }
  if (const auto* output = std::get_if<protocol::Output>(&event)) {
    reporter_.on_output(job.cell_run(), output->rank, output->lines, now());
  }
  if (const auto* exited = std::get_if<protocol::Exited>(&event)) job.handle(*exited, now());
  examine(job, event);
  if (const auto* ended = std::get_if<protocol::Ended>(&event)) job.handle(*ended);
  if (job.over()) finish(id);
}

void Controller::examine(RunningTraining& job, const protocol::Event& event) {
  std::optional<protocol::FactsRequest> request;
  if (const auto* quiet = std::get_if<protocol::Quiet>(&event))
    request = job.examination().handle(*quiet);
  if (const auto* facts = std::get_if<protocol::Facts>(&event))
    request = job.examination().handle(*facts);
  if (request && !job.is_stopping()) agents_.send(*request);
  if (std::holds_alternative<protocol::Facts>(event) && !job.is_stopping()) report_stall(job);
}

void Controller::report_stall(RunningTraining& job) {
  const auto stall = job.examination().new_stall(monitor::kReportStallAfter);
  if (!stall || job.is_debugged()) return;
  const std::string& cell = plan_.cells[job.training().index].cell.id;
  reporter_.on_note(
      fmt::format("{} makes no progress: {}", cell, describe_stall(job, *stall, now())), now());
}

void Controller::report_inconsistency(RunningTraining& job) {
  const auto found = job.new_inconsistency();
  if (!found) return;
  reporter_.on_note(fmt::format("the ranks of {} have compiled different code so far: {}",
                                plan_.cells[job.training().index].cell.id, *found),
                    now());
}

void Controller::stop_stuck_trainings() {
  for (auto& [id, job] : jobs_) {
    const matrix::Recipe& recipe = plan_.cells[job.training().index].recipe;
    const RunningTraining::StopReason reason = job.must_stop(recipe, now());
    if (reason == RunningTraining::StopReason::kNone) continue;
    job.mark_stopped(reason, recipe);
    agents_.send(protocol::Stop{id, /*stacks=*/reason != RunningTraining::StopReason::kFailure});
  }
}

void Controller::finish(int id) {
  RunningTraining job = std::move(jobs_.at(id));
  jobs_.erase(id);
  resources_.release(job.allocation());
  clear_debug_turn();
  verdict::CellRecord record = job.finish(now());
  explain_early_exit(job, record);
  const matrix::PlannedCell& planned = plan_.cells[job.training().index];
  explain_finding(job, folder_, results_.records(),
                  planned.compile_limits.growth.value_or(diagnosis::kGrowth), now(), record);
  const verdict::Verdict verdict = results_.add(std::move(record), planned, now());
  if (verdict != verdict::Verdict::kPass) agents_.send(protocol::Retire{id});
}

void Controller::requeue_after_agent_death() {
  if (jobs_.empty()) return;
  reporter_.on_note(fmt::format("the agent died; starting it again for {}",
                                text::count_of(jobs_.size(), "unfinished cell")),
                    now());
  for (auto& [id, job] : jobs_) {
    Training again = job.training();
    ++again.agent_deaths;
    waiting_.insert(waiting_.begin(), again);
    resources_.release(job.allocation());
  }
  jobs_.clear();
}

bool Controller::is_debugging() const {
  return std::ranges::any_of(jobs_, [](const auto& job) { return job.second.is_debugged(); });
}

void Controller::clear_debug_turn() const {
  std::error_code none;
  if (!options_.terminal.empty()) std::filesystem::remove(folder_.debug_turn(), none);
}

void Controller::interrupt() {
  clear_debug_turn();
  agents_.hurry();
  for (auto& [id, job] : jobs_) {
    verdict::CellRecord record = job.finish(now());
    record.interrupted = true;
    results_.add(std::move(record), plan_.cells[job.training().index], now());
  }
}

}  // namespace gridlock::controller
