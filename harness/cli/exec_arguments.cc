#include "harness/cli/exec_arguments.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

#include "harness/arguments/command.h"
#include "harness/cli/output_paths.h"
#include "harness/cli/script_words.h"
#include "harness/controller/machine.h"
#include "harness/process/search.h"
#include "harness/text/quantity.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShortestSecret = 16;

const std::map<std::string, exec::OnDeadlock> kOnDeadlock = {
    {"kill", exec::OnDeadlock::kKill},
    {"hold", exec::OnDeadlock::kHold},
    {"report", exec::OnDeadlock::kReport},
};

// Parses "report", "kill" or "kill:SECONDS".
exec::OnFinding parse_on_finding(const std::string& option, const std::string& value,
                                 double usual_seconds) {
  if (value == "report") return {false, 0};
  if (value == "kill") return {true, usual_seconds};
  const std::string number = value.starts_with("kill:") ? value.substr(5) : "";
  const auto seconds = text::whole_number(number);
  if (seconds && *seconds >= 0) return {true, static_cast<double>(*seconds)};
  throw matrix::InputError(
      fmt::format("{}: expected report, kill or kill:SECONDS, not '{}'", option, value));
}

// Returns the number of ranks for "gpu", "cpu", "auto" or a number, as torchrun does.
int count_ranks(const std::string& value) {
  if (value.empty()) return 0;
  const controller::MachineFacts machine = controller::inspect_machine();
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (value == "cpu") return cores;
  if (value == "auto") return machine.gpus > 0 ? machine.gpus : cores;
  if (value == "gpu" && machine.gpus == 0)
    throw matrix::InputError("-n gpu: this machine has no GPU");
  if (value == "gpu") return machine.gpus;
  const int ranks = text::whole_number(value).value_or(0);
  if (ranks > 0) return ranks;
  throw matrix::InputError("-n: expected gpu, cpu, auto or a positive number of ranks, not '" +
                           value + "'");
}

// Returns the error for a command that is not a program. If the command is a script, suggests -n,
// because users often forget it.
std::string no_program(const exec::ExecOptions& run) {
  const std::string& name = run.command.front();
  const bool is_script = name.ends_with(".py") || fs::is_regular_file(name);
  if (!is_script) return fmt::format("no such command: {}", name);
  return fmt::format(
      "{0} is not a program; to run it as a script, add -n, the number of ranks: gridlock exec -n "
      "4 {0}",
      name);
}

// Accepts a script as a Python's command line names it, such as "python -u train.py" or "python -m
// package.train". A Python that is named by its path then runs the ranks.
void take_python_words(ExecArguments& options) {
  std::vector<std::string>& words = options.run.command;
  if (options.run.ranks == 0 || options.run.module || words.empty()) return;
  const std::string name = fs::path(words.front()).filename();
  if (!name.starts_with("python") || name.ends_with(".py") || !is_command(words.front())) return;
  const bool is_path = words.front().find('/') != std::string::npos;
  if (options.python.empty() && is_path) options.python = words.front();
  words.erase(words.begin());
  while (!words.empty() && words.front() == "-u") words.erase(words.begin());
  if (words.empty() || !words.front().starts_with("-")) return;
  if (words.front() != "-m") {
    throw matrix::InputError(fmt::format(
        "{} {}: with -n, gridlock exec runs a script or a module; write the code to a file", name,
        words.front()));
  }
  options.run.module = true;
  words.erase(words.begin());
}

void check_command(const exec::ExecOptions& run) {
  if (run.command.empty()) {
    throw matrix::InputError(
        run.ranks > 0
            ? "no script given; usage: gridlock exec -n 4 train.py"
            : "no command given; usage: gridlock exec -n 4 train.py, or gridlock exec -- COMMAND");
  }
  if (run.ranks > 0 && !run.module && !fs::exists(run.command.front())) {
    throw matrix::InputError(fmt::format("no such script: {}", run.command.front()));
  }
  if (run.ranks == 0 && !is_command(run.command.front())) {
    throw matrix::InputError(no_program(run));
  }
  if (run.ranks == 0 && run.module)
    throw matrix::InputError("-m needs -n, the number of ranks: gridlock exec -n 4 -m MODULE");
  if (run.ranks == 0 && run.fork) {
    throw matrix::InputError(
        "--fork works only with -n: gridlock cannot fork the ranks of a command");
  }
}

void check_hosts(const exec::ExecOptions& run) {
  if (run.hosts > 1 && run.master_port == 0) {
    throw matrix::InputError(
        "with --nnodes above 1, set --master-addr and --master-port, or MASTER_ADDR and "
        "MASTER_PORT, on each host");
  }
  if (run.host >= run.hosts) {
    throw matrix::InputError(
        fmt::format("--node-rank {} is out of range; it must be below --nnodes, which is {}",
                    run.host, run.hosts));
  }
  if (!run.job_secret.empty() && run.job_secret.size() < kShortestSecret) {
    throw matrix::InputError(fmt::format(
        "GRIDLOCK_JOB_SECRET is shorter than {} characters; set it to one random text on all hosts",
        kShortestSecret));
  }
}

// Throws matrix::InputError for options of torchrun that exec does not have.
void check_torchrun(const ExecArguments& options) {
  if (options.restarts > 0) {
    throw matrix::InputError(
        "--max-restarts: gridlock exec does not restart scripts; leave the option out");
  }
  if (options.rendezvous.empty()) return;
  throw matrix::InputError(
      "--rdzv-*: gridlock runs its own rendezvous store; for several hosts, set --master-addr and "
      "--master-port");
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Sets the number of hosts and the index of this host from mpirun's environment variables. mpirun
// must start one exec per host, as with `mpirun -n 2 --map-by node gridlock exec -n 8 train.py`.
void take_hosts_from_environment(ExecArguments& options) {
  exec::ExecOptions& run = options.run;
  if (run.ranks == 0) return;
  if (run.hosts == 1) {
    run.hosts = text::whole_number(variable("OMPI_COMM_WORLD_SIZE")).value_or(1);
    run.host = text::whole_number(variable("OMPI_COMM_WORLD_RANK")).value_or(0);
  }
  if (run.hosts == 1) return;
  run.job_secret = variable("GRIDLOCK_JOB_SECRET");
  if (run.master_port == 0) {
    run.master_port = text::whole_number(variable("MASTER_PORT"), 65'535).value_or(0);
  }
  if (options.master_address.empty()) options.master_address = variable("MASTER_ADDR");
}

void add_torchrun_options(const arguments::Command& command, ExecArguments& options) {
  command
      .option("-n,--nproc-per-node,--nproc_per_node", options.ranks,
              "Number of ranks of the script: N, gpu, cpu or auto. Without -n, exec runs a command")
      .type_name("N");
  command.flag("-m,--module", options.run.module, "Run a module, as python -m does");
  command.flag("--standalone", options.standalone,
               "Has no effect; accepted because torchrun has it");
  command
      .option("--nnodes", options.run.hosts, "Number of hosts. Start gridlock exec on each of them")
      .range(1, 4096);
  command.option("--node-rank,--node_rank", options.run.host, "Index of this host, counted from 0")
      .not_negative();
  command.option("--master-addr,--master_addr", options.master_address,
                 "Address of the first host");
  command.option("--master-port,--master_port", options.run.master_port,
                 "Port of the rendezvous store (default with one host: a free port)");
  command.option("--max-restarts,--max_restarts", options.restarts).hidden();
  command
      .option(
          "--rdzv-backend,--rdzv_backend,--rdzv-endpoint,--rdzv_endpoint,--rdzv-id,--rdzv_id,--"
          "rdzv-conf,--rdzv_conf",
          options.rendezvous)
      .hidden();
}

}  // namespace

bool is_command(const std::string& name) {
  return name.find('/') != std::string::npos ? process::is_program(name)
                                             : !process::find_program(name).empty();
}

void add_exec_arguments(const arguments::Command& command, ExecArguments& options) {
  add_torchrun_options(command, options);
  command
      .option("--on-deadlock", options.on_deadlock,
              "After a proved deadlock: kill the ranks, hold them for a debugger, or let the job "
              "go on\n(report)")
      .one_of({"kill", "hold", "report"})
      .type_name("kill|hold|report")
      .show_default("kill");
  command
      .option("--on-likely", options.on_likely,
              "After a deadlock that is likely but not proved: print it with the reason for doubt "
              "and let\nthe job go on (report), or kill the ranks after SECONDS without an event "
              "(default 10)")
      .type_name("report|kill[:SECONDS]")
      .show_default("report");
  command
      .option("--on-desync", options.on_desync,
              "When the calls of the ranks do not match and all ranks wait: print this and let the "
              "job go\non (report), or kill the ranks after SECONDS without an event")
      .type_name("report|kill[:SECONDS]")
      .show_default("kill:5");
  command
      .option("--timeout", options.run.timeout_seconds,
              "Kill the ranks when no rank begins or ends a call of torch.distributed for SECONDS "
              "(default:\nnever). Ranks have at least a minute to start")
      .type_name("SECONDS")
      .positive();
  command.option("--json", options.run.json, "Write the verdict to this file").type_name("FILE");
  command
      .option(
          "--evidence", options.run.evidence,
          "Folder for the evidence of a hang or crash. The evidence of an earlier job in it is\n"
          "removed (default: a new folder gridlock-hang-…)")
      .type_name("DIR");
  command
      .option("--tee", options.run.tee,
              "Also write the output of each rank to a file in this folder")
      .type_name("DIR");
  command
      .option("--compile-report", options.run.compile_report,
              "Record what torch.compile does on each rank: frames, graph breaks, recompiles with "
              "their\nguards, seconds, collectives. Print a summary at the end and write "
              "details to this folder")
      .type_name("DIR");
  command.flag("--fork", options.run.fork,
               "Import torch once and fork the ranks from that process, so they start faster. The "
               "ranks\n"
               "share the string hash seed and memory addresses. Set variables that torch reads "
               "at import\n"
               "before exec starts; setting them in the script has no effect");
  command
      .option(
          "--python", options.python,
          "Python that runs the ranks (default: the one of your virtual environment or PATH, or\n"
          "gridlock's own if yours has no torch)")
      .type_name("FILE");
}

void take_command(ExecArguments& options, std::vector<std::string> words,
                  const std::vector<std::string>& option_names) {
  refuse_unknown_option(words, option_names, "exec");
  options.run.command = std::move(words);
}

void validate(ExecArguments& options) {
  exec::ExecOptions& run = options.run;
  const exec::ExecOptions usual;
  run.ranks = count_ranks(options.ranks);
  run.on_deadlock = kOnDeadlock.at(options.on_deadlock);
  run.on_likely = parse_on_finding("--on-likely", options.on_likely, usual.on_likely.seconds);
  run.on_desync = parse_on_finding("--on-desync", options.on_desync, usual.on_desync.seconds);
  take_hosts_from_environment(options);
  if (!options.master_address.empty()) run.master_address = options.master_address;
  check_torchrun(options);
  take_python_words(options);
  check_command(run);
  check_hosts(run);
  check_output_folder("--evidence", run.evidence);
  check_output_folder("--tee", run.tee);
  check_output_folder("--compile-report", run.compile_report);
  check_output_file("--json", run.json);
}

}  // namespace gridlock::cli
