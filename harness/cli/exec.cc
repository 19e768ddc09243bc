// gridlock exec: a script on several ranks, as under torchrun, or any command; a hang is proved.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "harness/cli/command.h"
#include "harness/cli/settings.h"
#include "harness/controller/machine.h"
#include "harness/exec/guard.h"
#include "harness/exec/number.h"
#include "harness/exec/parts.h"
#include "harness/exec/probe_build.h"
#include "harness/exec/supervisor.h"
#include "harness/process/search.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  exec::Options run;
  std::string ranks;  // a number, "gpu", "cpu" or "auto"
  std::string python;
  std::string rendezvous;  // of torchrun, which is refused
  int restarts = 0;
  bool standalone = false;
};

const std::map<std::string, exec::OnDeadlock> kOnDeadlock = {
    {"kill", exec::OnDeadlock::kKill},
    {"hold", exec::OnDeadlock::kHold},
    {"report", exec::OnDeadlock::kReport},
};

// As torchrun counts.
int count_ranks(const std::string& said) {
  if (said.empty()) return 0;
  const controller::MachineFacts machine = controller::inspect_machine();
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (said == "cpu") return cores;
  if (said == "auto") return machine.gpus > 0 ? machine.gpus : cores;
  if (said == "gpu" && machine.gpus == 0) throw matrix::InputError("-n gpu: there is no GPU here");
  if (said == "gpu") return machine.gpus;
  const int ranks = exec::whole_number(said).value_or(0);
  if (ranks > 0) return ranks;
  throw matrix::InputError("-n: expected a number of ranks from 1 on, gpu, cpu or auto, not '" +
                           said + "'");
}

bool is_command(const std::string& name) {
  return name.find('/') != std::string::npos ? process::is_program(name)
                                             : !process::find_program(name).empty();
}

void check(const Options& options) {
  const exec::Options& run = options.run;
  if (run.command.empty()) {
    throw matrix::InputError(run.ranks > 0 ? "which script? gridlock exec -n 4 train.py"
                                           : "which command? gridlock exec -n 4 train.py, or "
                                             "gridlock exec -- COMMAND");
  }
  if (options.restarts > 0) {
    throw matrix::InputError("--max-restarts: a script that hangs or fails is not started again");
  }
  if (!options.rendezvous.empty()) {
    throw matrix::InputError(
        "--rdzv-*: ranks meet at a store of gridlock's own; name it for several hosts by "
        "--master-addr and --master-port");
  }
  if (run.ranks > 0 && !run.module && !fs::exists(run.command.front())) {
    throw matrix::InputError(fmt::format("no such script: {}", run.command.front()));
  }
  if (run.ranks == 0 && !is_command(run.command.front())) {
    throw matrix::InputError(fmt::format("no such command: {}", run.command.front()));
  }
  if (run.hosts > 1 && run.master_port == 0) {
    throw matrix::InputError(
        "several hosts must all be told --master-addr and --master-port, or MASTER_ADDR and "
        "MASTER_PORT");
  }
  if (run.host >= run.hosts) {
    throw matrix::InputError(fmt::format("--node-rank {} of {} hosts", run.host, run.hosts));
  }
  if (run.ranks == 0 && run.module) throw matrix::InputError("-m needs -n: how many ranks?");
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// One exec a host, started by mpirun: `mpirun -n 2 --map-by node gridlock exec -n 8 train.py`.
void take_hosts_from_environment(exec::Options& run) {
  if (run.ranks == 0) return;
  if (run.hosts == 1) {
    run.hosts = exec::whole_number(variable("OMPI_COMM_WORLD_SIZE")).value_or(1);
    run.host = exec::whole_number(variable("OMPI_COMM_WORLD_RANK")).value_or(0);
  }
  if (run.hosts == 1) return;
  if (run.master_port == 0)
    run.master_port = exec::whole_number(variable("MASTER_PORT"), 65'535).value_or(0);
  if (run.master_address.empty()) run.master_address = variable("MASTER_ADDR");
}

void say(const std::string& text) {
  fmt::print(stderr, "gridlock: {}\n", text);
}

// Each rank takes half a GiB for torch alone.
void warn_of_memory(int ranks) {
  constexpr double kGibOfARank = 0.4;
  const double there = controller::inspect_machine().available_gib;
  if (ranks * kGibOfARank > there) {
    say(fmt::format("{} ranks may not fit into {:.0f} GiB of memory", ranks, there));
  }
}

// A command that is a Python says which one it is.
exec::Interpreter choose_interpreter(const Options& options) {
  if (!options.python.empty()) {
    if (is_command(options.python)) return exec::ask_interpreter(options.python);
    throw matrix::InputError("--python: no such program: " + options.python);
  }
  const fs::path program = options.run.command.front();
  const bool is_python = program.filename().string().starts_with("python");
  if (options.run.ranks == 0 && is_python && program.has_parent_path()) {
    return exec::ask_interpreter(program);
  }
  return exec::users_interpreter(installation().python);
}

int run(Options options) {
  exec::Options& run = options.run;
  run.ranks = count_ranks(options.ranks);
  take_hosts_from_environment(run);
  if (run.master_address.empty()) run.master_address = "127.0.0.1";
  check(options);
  warn_of_memory(run.ranks);
  const exec::Interpreter ranks = choose_interpreter(options);
  run.python = ranks.python;
  const auto& here = installation();
  exec::Parts parts = exec::find_parts(here.root, here.binaries, here.python);
  parts.probe = exec::probe_for(ranks, {here.root, here.python, parts.probe}, say);
  parts.torch = ranks.torch;
  const volatile std::sig_atomic_t& stop = stop_on_signals();
  return exec::guarded(
      [&] {
        try {
          return exec::Supervisor(run, parts).run(stop);
        } catch (const std::exception& error) {
          say(error.what());
          return static_cast<int>(kEnvironment);
        }
      },
      stop);
}

std::vector<std::string> what_follows(std::vector<std::string> remaining) {
  if (!remaining.empty() && remaining.front().starts_with('-')) {
    throw matrix::InputError("unknown option " + remaining.front() + "; see gridlock exec --help");
  }
  return remaining;
}

void add_torchrun_options(CLI::App& command, Options& options) {
  command
      .add_option("-n,--nproc-per-node,--nproc_per_node", options.ranks,
                  "Ranks of the script, or gpu, cpu, auto; without it a command is run")
      ->type_name("N");
  command.add_flag("-m,--module", options.run.module, "What follows is a module: python -m");
  command.add_flag("--standalone", options.standalone,
                   "Always so on one host; taken for torchrun's sake");
  command.add_option("--nnodes", options.run.hosts, "Hosts, each with a gridlock exec of its own")
      ->check(CLI::Range(1, 4096));
  command.add_option("--node-rank,--node_rank", options.run.host, "Which of them this one is")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--master-addr,--master_addr", options.run.master_address,
                     "Of the first host");
  command.add_option("--master-port,--master_port", options.run.master_port,
                     "Where ranks meet; a free port on one host");
  command.add_option("--max-restarts,--max_restarts", options.restarts)->group("");
  command
      .add_option(
          "--rdzv-backend,--rdzv_backend,--rdzv-endpoint,--rdzv_endpoint,--rdzv-id,"
          "--rdzv_id,--rdzv-conf,--rdzv_conf",
          options.rendezvous)
      ->group("");
}

}  // namespace

void add_exec(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "exec",
      "Run a script on several ranks as torchrun does, or any command; prove it when it hangs\n\n"
      "  gridlock exec -n 4 train.py --lr 0.1\n"
      "  gridlock exec -n 4 -m package.train\n"
      "  gridlock exec -- pytest tests/\n\n"
      "Exit codes: the script's own (of the rank that failed first), 90 deadlock, 91 stall,\n"
      "92 timeout, 130 interrupted.");
  auto options = std::make_shared<Options>();
  add_torchrun_options(*command, *options);
  command
      ->add_option(
          "--on-deadlock", options->run.on_deadlock,
          "Once a deadlock is proved: kill the ranks, hold them as they are, or report it\n"
          "and go on")
      ->transform(CLI::CheckedTransformer(kOnDeadlock))
      ->type_name("kill|hold|report")
      ->default_str("kill");
  command
      ->add_option(
          "--timeout", options->run.timeout_seconds,
          "End everything when no rank has recorded an event for so many seconds (never); the\n"
          "first minute is for all ranks to come")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_option("--json", options->run.json, "Write the verdict to this file")
      ->type_name("FILE");
  command
      ->add_option("--evidence", options->run.evidence,
                   "Folder for what is known of a hang (gridlock-hang-PID, where there is one)")
      ->type_name("DIR");
  command->add_option("--tee", options->run.tee, "Folder for what each rank prints")
      ->type_name("DIR");
  command->add_option("--python", options->python, "Runs the ranks (the one in your PATH)")
      ->type_name("FILE");
  command->prefix_command();
  command->callback([command, options, &exit_code] {
    options->run.command = what_follows(command->remaining());
    exit_code = run(*options);
  });
}

}  // namespace gridlock::cli
