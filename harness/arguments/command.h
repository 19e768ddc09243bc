// The command line of a program: its options and its subcommands, recursively. CLI11 parses it.
// Only the sources of this folder include CLI11, because its headers add five seconds to the
// compilation of each file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace gridlock::arguments {

struct CommandManual;

// An option, a flag or a positional argument. Each method restricts or describes the option.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option range(int first, int last) const;
  Option positive() const;
  Option not_negative() const;
  Option one_of(const std::vector<std::string>& values) const;
  Option one_of_or_range(const std::vector<std::string>& values, int first, int last) const;
  Option required() const;
  // Makes the user repeat the option for each of its values.
  Option one_value_each_time() const;

  Option type_name(const std::string& name) const;
  Option show_default() const;  // help shows the variable's current value
  Option show_default(const std::string& text) const;
  Option hidden() const;

 private:
  CLI::Option* option_;
};

// A program or a subcommand. An option whose name has no dash is a positional argument. Variables
// must outlive parse().
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  Command subcommand(const std::string& name, const std::string& about) const;
  void require_subcommand() const;
  // Sets the function that parse() calls if the arguments choose this subcommand.
  void action(std::function<void()> run) const;
  bool chosen() const;  // whether the parsed arguments name this subcommand

  using Path = std::filesystem::path;
  using Strings = std::vector<std::string>;
  Option option(const std::string& names, std::string& value, const std::string& help = "") const;
  Option option(const std::string& names, Path& value, const std::string& help = "") const;
  Option option(const std::string& names, int& value, const std::string& help = "") const;
  Option option(const std::string& names, std::uint64_t& value, const std::string& help = "") const;
  Option option(const std::string& names, double& value, const std::string& help = "") const;
  Option option(const std::string& names, Strings& values, const std::string& help = "") const;
  Option option(const std::string& names, std::vector<int>& values,
                const std::string& help = "") const;
  Option flag(const std::string& names, bool& value, const std::string& help) const;
  Option flag(const std::string& names, const std::string& help) const;  // see Option::given()

  // Stores the first word that is not an option, and all words after it, for rest(). Help shows
  // them under `name`, such as "SCRIPT [ARGS…]".
  void keep_rest(const std::string& name) const;
  Strings rest() const;
  Strings option_names() const;   // "--jobs", …
  Strings command_names() const;  // the subcommands' names
  // Appends text to the help of this command, but not to the help of its subcommands.
  void footer(std::function<std::string()> text) const;
  bool given(const std::string& option) const;

 private:
  friend CommandManual manual_of(const Command& command);  // manual.h
  CLI::App* app_;
};

enum class Parsed {
  kDone,     // actions have run
  kHelped,   // help or the version was requested and has been printed
  kRefused,  // the arguments are invalid, and the reason has been printed
};

class Program : public Command {
 public:
  explicit Program(const std::string& about, const std::string& name = "");
  ~Program();

  void version(const std::string& text) const;
  // Parses `arguments`, which do not include the program's name. Rethrows what an action throws.
  Parsed parse(std::vector<std::string> arguments) const;

 private:
  explicit Program(std::unique_ptr<CLI::App> app);
  std::unique_ptr<CLI::App> program_;
};

}  // namespace gridlock::arguments
