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
#include "harness/report/output_error.h"
#include "harness/verdict/record.h"
#include "harness/workspace/signals.h"
#include "matrix/diagnostic.h"

namespace gridlock {
namespace {

// Returns the arguments for `gridlock help …`. If the next word is a command, replaces `help` by
// --help. --help must be in front of the command, because after it, --help could belong to the
// command's script. Any other word is a topic, which the command `help` prints.
std::vector<std::string> words_of_help(const arguments::Command& app,
                                       std::vector<std::string> all) {
  const std::vector<std::string> commands = app.command_names();
  const bool of_command = all.size() > 1 && std::ranges::count(commands, all[1]) > 0;
  if (all.size() == 1 || of_command) all.front() = "--help";
  return all;
}

// Returns the command line for CLI11. Removes "--" from commands that run another program, because
// CLI11 would take the words after "--" as gridlock's own arguments.
std::vector<std::string> words(const arguments::Command& app, int argc, char** argv) {
  std::vector<std::string> all(argv + 1, argv + argc);
  if (all.empty()) return {"--help"};
  if (all.front() == "help") return words_of_help(app, all);
  const auto separator = std::ranges::find(all, "--");
  const bool takes_command = all.front() == "exec" || all.front() == "minimize";
  if (takes_command && separator != all.end()) all.erase(separator);
  return all;
}

int fail(const char* what, cli::ExitCode code) {
  std::cerr << "gridlock: " << what << std::endl;
  return code;
}

// Prints the error. Several mistakes are printed one per line, each with file and line number, as
// editors expect.
int fail(const matrix::InputError& error) {
  std::string text = error.what();
  const std::size_t last_line = error.mistakes().size() == 1 ? 0 : text.rfind('\n') + 1;
  std::cerr << text.insert(last_line, "gridlock: ") << std::endl;
  return cli::kBadInput;
}

// Returns the command in `later` that the arguments name (`gridlock COMMAND …` or `gridlock help
// COMMAND`). Returns nullptr if they name none.
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
  const workspace::Signals signals;
  const arguments::Program app(kAbout, "gridlock");
  app.version(GRIDLOCK_VERSION);
  app.require_subcommand();
  int exit_code = cli::kExpected;
  for (const AddCommand add : commands) add(app, exit_code);
  for (const cli::LaterCommand& command : later) app.subcommand(command.name, command.headline);
  try {
    if (const cli::LaterCommand* command = chosen(later, argc, argv)) cli::become(*command, argv);
    switch (app.parse(words(app, argc, argv))) {
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
  } catch (const workspace::Interrupted&) {
    return fail("interrupted", cli::kInterrupted);
  } catch (const std::exception& error) {
    return fail(error.what(), cli::kEnvironment);
  }
}

}  // namespace gridlock
