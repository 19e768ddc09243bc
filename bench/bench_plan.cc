#include "bench/bench_plan.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/seconds.h"
#include "golden/median.h"
#include "harness/controller/specification.h"
#include "harness/process/process_tree.h"
#include "harness/process/spawn.h"
#include "harness/run/run.h"
#include "harness/workspace/launch.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/planner.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Returns the resident memory of the process, or 0 if the process is gone.
double resident_mib(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

class MemoryReporter : public report::Reporter {
 public:
  explicit MemoryReporter(Measured& measured) : measured_(measured) {}

  void on_cell_finished(const verdict::CellRecord& record, double) override {
    measured_.seconds[record.cell].push_back(record.seconds);
    auto phases = verdict::slowest_phases(record);
    measured_.training_seconds[record.cell].push_back(phases["compile"] + phases["steps"]);
    if (record.verdict != verdict::Verdict::kPass) measured_.failures.push_back(record.sentence);
    sample_memory();
  }

 private:
  void sample_memory() {
    measured_.controller_mib = std::max(measured_.controller_mib, resident_mib("self"));
    for (const auto& [pid, parent] : process::system_table().parents()) {
      if (parent != getpid()) continue;
      measured_.agent_mib = std::max(measured_.agent_mib, resident_mib(std::to_string(pid)));
    }
  }

  Measured& measured_;
};

process::Program torchrun(const controller::LaunchOptions& launch, int world_size,
                          const fs::path& specification) {
  process::Program program;
  program.arguments = {launch.python,
                       "-m",
                       "torch.distributed.run",
                       "--standalone",
                       "--nproc-per-node",
                       std::to_string(world_size),
                       "-m",
                       "gridlock.train.torchrun",
                       specification};
  program.environment = compiler_caches();
  program.environment["PYTHONPATH"] = launch.package;
  program.environment["OMP_NUM_THREADS"] = "1";
  return program;
}

workspace::MatrixArguments arguments_for(const std::string& matrix_name) {
  workspace::MatrixArguments arguments;
  arguments.file = matrix_name;
  return arguments;
}

// Returns the last line with the word Error, or the last line if there is none. The last line alone
// often says nothing, because torchrun ends its output with a table.
std::string end_of(const fs::path& log) {
  std::ifstream file(log);
  std::string last, error;
  for (std::string line; std::getline(file, line); last = line) {
    if (line.find("Error") != std::string::npos) error = line;
  }
  return error.empty() ? last : error;
}

}  // namespace

double median(std::vector<double> values) {
  return values.empty() ? 0 : golden::median_of(std::move(values));
}

protocol::RankSpec spec_of(const BenchPlan& bench_plan, const matrix::PlannedCell& planned) {
  protocol::RankSpec spec = controller::rank_spec(planned, 0);
  const bool on_gpus = controller::trains_on_gpus(planned.cell, bench_plan.machine);
  spec.device = on_gpus ? "cuda" : "cpu";
  return spec;
}

run::RunOptions options_for(const BenchPlan& bench_plan, const controller::RunFolder& folder) {
  run::RunOptions options = {.training = {}, .folder = folder};
  options.training.machine = bench_plan.machine;
  options.training.launch = workspace::launch_options();
  return options;
}

std::map<std::string, std::string> compiler_caches() {
  const fs::path cache = workspace::launch_options().cache;
  return {{"TORCHINDUCTOR_CACHE_DIR", cache / "inductor"}, {"TRITON_CACHE_DIR", cache / "triton"}};
}

BenchPlan::BenchPlan(const std::string& matrix_name)
    : machine(controller::inspect_machine()),
      matrix(workspace::load_matrix(arguments_for(matrix_name))),
      plan(matrix::plan(matrix, {machine.gpus})),
      folder("bench") {}

Measured through_gridlock(const BenchPlan& bench_plan, const std::string& tier, int repeat,
                          bool probe) {
  Measured measured;
  MemoryReporter reporter(measured);
  run::RunOptions options =
      options_for(bench_plan, controller::RunFolder(bench_plan.folder.path() / tier));
  options.training.tier = tier;
  options.training.jobs = 1;
  options.training.repeat = repeat;
  options.training.probe = probe;
  const auto begin = Clock::now();
  run::run(bench_plan.plan, options, reporter);
  measured.total_seconds = seconds_since(begin);
  return measured;
}

Measured through_torchrun(const BenchPlan& bench_plan, int repeat) {
  Measured measured;
  const controller::LaunchOptions launch = workspace::launch_options();
  const fs::path file = bench_plan.folder.path() / "specification.json";
  const fs::path log = bench_plan.folder.path() / "torchrun.log";
  const auto begin = Clock::now();
  for (const matrix::PlannedCell& planned : bench_plan.plan.cells) {
    std::ofstream(file) << to_json(spec_of(bench_plan, planned)).dump();
    for (int i = 0; i < repeat; ++i) {
      const process::Fd output(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
      process::Program program = torchrun(launch, controller::world_size_of(planned.cell), file);
      program.standard_output = output.get();
      const auto start = Clock::now();
      const int status = process::run(std::move(program));
      measured.seconds[planned.cell.id].push_back(seconds_since(start));
      if (status != 0) measured.failures.push_back(planned.cell.id + ": " + end_of(log));
    }
  }
  measured.total_seconds = seconds_since(begin);
  return measured;
}

}  // namespace gridlock::bench
