#include "harness/main/program.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/controller/controller.h"
#include "harness/process/spawn.h"
#include "harness/report/append_file.h"
#include "harness/verdict/record.h"
#include "matrix/diagnostic.h"

namespace gridlock {
namespace {

constexpr const char* kAbout =
    "Trains a grid of compiled, sharded, context-parallel configurations on real ranks and "
    "reports\na verdict for each.\n\n"
    "Exit codes: 0 all as expected, 1 unexpected verdicts, 2 bad input, 3 environment error,\n"
    "130 interrupted.";

// CLI11 would take the words after "--" as its own arguments, but for these commands they are
// another program's command.
std::vector<std::string> words(int argc, char** argv) {
  std::vector<std::string> all(argv + 1, argv + argc);
  const auto separator = std::ranges::find(all, "--");
  const bool takes_command = !all.empty() && (all.front() == "exec" || all.front() == "minimize");
  // The usual requests for help: `gridlock`, `gridlock help`, `gridlock help exec`.
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

// If there are several mistakes, each line begins with its place, where editors expect it.
int fail(const matrix::InputError& error) {
  std::string text = error.what();
  const std::size_t last_line = error.mistakes().size() == 1 ? 0 : text.rfind('\n') + 1;
  std::cerr << text.insert(last_line, "gridlock: ") << std::endl;
  return cli::kBadInput;
}

// Returns the command among `later` that the arguments name (`gridlock COMMAND …`, `gridlock help
// COMMAND`); nullptr for any other.
const cli::LaterCommand* chosen(std::span<const cli::LaterCommand> later, int argc, char** argv) {
  const std::vector<std::string> all(argv + 1, argv + argc);
  const std::size_t place = !all.empty() && all.front() == "help" ? 1 : 0;
  if (place >= all.size()) return nullptr;
  const auto found = std::ranges::find(later, std::string_view(all[place]), &cli::LaterCommand::name);
  return found == later.end() ? nullptr : &*found;
}

}  // namespace

int run_program(std::span<const AddCommand> commands, std::span<const cli::LaterCommand> later,
                int argc, char** argv) {
  process::sane_descriptors();
  const arguments::Program app(kAbout, "gridlock");
  app.version(GRIDLOCK_VERSION);
  app.require_subcommand();
  int exit_code = cli::kExpected;
  for (const AddCommand add : commands) add(app, exit_code);
  for (const cli::LaterCommand& command : later) app.subcommand(command.name, command.headline);
  try {
    if (const cli::LaterCommand* command = chosen(later, argc, argv)) cli::become(*command, argv);
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

}  // namespace gridlock
