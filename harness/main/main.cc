// gridlock: the command line. A command is a file in harness/cli and a row of the table below.
#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/controller/controller.h"
#include "harness/process/spawn.h"
#include "harness/report/append_file.h"
#include "harness/verdict/record.h"
#include "matrix/diagnostic.h"

namespace {

using namespace gridlock;

constexpr std::array kCommands = {
    cli::add_run,      cli::add_list,     cli::add_explain, cli::add_export, cli::add_new,
    cli::add_check,    cli::add_selftest, bench::add_bench, cli::add_exec,   cli::add_dump,
    cli::add_minimize, cli::add_ablate,   cli::add_causes,  cli::add_diff,   cli::add_golden,
    cli::add_prune,    cli::add_flags,    cli::add_schema};

constexpr const char* kAbout =
    "Trains a grid of compiled, sharded, context-parallel configurations on real ranks and "
    "reports\na verdict for each.\n\n"
    "Exit codes: 0 all as expected, 1 unexpected verdicts, 2 bad input, 3 environment error,\n"
    "130 interrupted.";

// CLI11 would keep what follows "--" for arguments of its own, but to these that is another's
// command.
std::vector<std::string> words(int argc, char** argv) {
  std::vector<std::string> all(argv + 1, argv + argc);
  const auto separator = std::ranges::find(all, "--");
  const bool takes_command = !all.empty() && (all.front() == "exec" || all.front() == "minimize");
  // As people ask for help: `gridlock`, `gridlock help`, `gridlock help exec`.
  if (all.empty() || all.front() == "help") {
    if (!all.empty()) all.erase(all.begin());
    all.push_back("--help");
  }
  if (takes_command && separator != all.end()) all.erase(separator);
  return all;
}

int fail(const char* what, cli::ExitCode code) {
  std::cerr << "gridlock: " << what << std::endl;
  return code;
}

// Of several mistakes each line begins with its place, where editors look for it.
int fail(const matrix::InputError& error) {
  std::string text = error.what();
  const std::size_t last_line = error.mistakes().size() == 1 ? 0 : text.rfind('\n') + 1;
  std::cerr << text.insert(last_line, "gridlock: ") << std::endl;
  return cli::kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  process::sane_descriptors();
  const arguments::Program app(kAbout, "gridlock");
  app.version(GRIDLOCK_VERSION);
  app.require_subcommand();
  int exit_code = cli::kExpected;
  for (const auto add : kCommands) add(app, exit_code);
  try {
    switch (app.parse(words(argc, argv))) {
      case arguments::Parsed::kDone:
        return exit_code;
      case arguments::Parsed::kHelped:
        return cli::kExpected;
      default:
        return cli::kBadInput;
    }
  } catch (const matrix::InputError& error) {
    return fail(error);
  } catch (const verdict::RecordError& error) {
    return fail(error.what(), cli::kBadInput);
  } catch (const report::OutputError& error) {
    return fail(error.what(), cli::kEnvironment);
  } catch (const controller::EnvironmentError& error) {
    return fail(error.what(), cli::kEnvironment);
  } catch (const cli::Interrupted&) {
    return fail("interrupted", cli::kInterrupted);
  } catch (const std::exception& error) {
    return fail(error.what(), cli::kEnvironment);
  }
}
