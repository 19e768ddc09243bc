#include "harness/arguments/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <limits>
#include <sstream>
#include <utility>

#include "harness/text/names.h"

namespace gridlock::arguments {
namespace {

bool is_number(const std::string& text, double least, double most) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end && number >= least && number <= most;
}

std::string expected(const std::string& what, const std::string& given) {
  return "expected " + what + ", not '" + given + "'";
}

CLI::Validator number_check(const std::string& what, double least, double most) {
  return {[=](const std::string& given) {
            return is_number(given, least, most) ? "" : expected(what, given);
          },
          ""};
}

// Returns text such as "fork, warm or cold".
std::string alternatives(const std::vector<std::string>& values) {
  std::string text = text::enumeration(values);
  const std::size_t last = text.rfind(" and ");
  return last == std::string::npos ? text : text.replace(last, 5, " or ");
}

CLI::Validator word_check(const std::vector<std::string>& values, const std::string& also,
                          double least, double most) {
  return {[=](const std::string& given) {
            const bool known = std::ranges::count(values, given) > 0;
            if (known || (!also.empty() && is_number(given, least, most))) return std::string();
            return expected(alternatives(values) + also, given) + text::did_you_mean(given, values);
          },
          ""};
}

std::string words_of_range(int first, int last) {
  return "from " + std::to_string(first) + " to " + std::to_string(last);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// Formats the help of all commands in the same way: CELL for a positional argument, the name of the
// remaining words after the options, and one sentence for each subcommand.
class Help : public CLI::Formatter {
 public:
  explicit Help(std::string rest = "") : rest_(std::move(rest)) {
    label("INT", "N");
    label("UINT", "N");
    label("FLOAT", "NUMBER");
  }

  std::string make_description(const CLI::App* app) const override {
    return Formatter::make_description(app) + "\n";
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = Formatter::make_usage(app, std::move(name));
    if (!rest_.empty()) usage.insert(usage.find_last_not_of('\n') + 1, " " + rest_);
    return usage;
  }
  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    const std::string type = option->get_type_name();
    return positional && !type.empty() ? type : Formatter::make_option_name(option, positional);
  }
  std::string make_option(const CLI::Option* option, bool positional) const override {
    if (!positional) return Formatter::make_option(option, positional);
    std::ostringstream line;
    const std::string usual = option->get_default_str();
    CLI::detail::format_help(line,
                             make_option_name(option, true) + (usual.empty() ? "" : "=" + usual),
                             option->get_description(), get_column_width());
    return line.str();
  }
  std::string make_subcommand(const CLI::App* app) const override {
    std::ostringstream line;
    const std::string about = app->get_description();
    CLI::detail::format_help(line, app->get_display_name(), about.substr(0, about.find("\n\n")),
                             get_column_width());
    return line.str();
  }

 private:
  std::string rest_;  // "SCRIPT [ARGS…]"
};

// Returns the innermost command that the arguments name.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

// Returns text such as "gridlock exec".
std::string full_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return (parent != nullptr ? full_name(*parent) + " " : "") + app.get_name();
}

// Returns text about the first word that is no command, or about the first unknown option, or about
// the first word that no option takes. Returns "" if all words are taken.
std::string unknown_word(const CLI::App& program) {
  const std::vector<std::string> left = program.remaining(/*recurse=*/true);
  if (left.empty()) return "";
  const CLI::App& app = innermost(program);
  const auto option = std::ranges::find_if(
      left, [](const std::string& word) { return word.size() > 1 && word.starts_with('-'); });
  const auto commands = command_names(app);
  const bool is_command = !commands.empty() && option != left.begin();
  const bool is_option = !is_command && option != left.end();
  const std::string word = is_option ? option->substr(0, option->find('=')) : left.front();
  const std::string what = is_option          ? "unknown option "
                           : commands.empty() ? "unexpected argument "
                                              : "no command ";
  return what + word + text::did_you_mean(word, is_option ? option_names(app) : commands) +
         "; see " + full_name(app) + " --help";
}

// Returns text such as "gridlock new takes a command: case; see gridlock new --help". Returns "" if
// no command is missing.
std::string missing_command(const CLI::App& program) {
  const CLI::App& app = innermost(program);
  const std::vector<std::string> commands = command_names(app);
  if (commands.empty()) return "";
  return full_name(app) + " takes a command: " + alternatives(commands) + "; see " +
         full_name(app) + " --help";
}

// Returns text about an unknown word or a missing command. Returns "" for any other error.
std::string mistake(const CLI::App& program, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unknown_word(program);
  const std::string missing = missing_command(program);
  if (missing.empty()) return "";
  const std::string unknown = unknown_word(program);
  return unknown.empty() ? missing : unknown;
}

}  // namespace

Option Option::range(int first, int last) const {
  return Option(
      option_->check(number_check("a number " + words_of_range(first, last), first, last)));
}

Option Option::positive() const {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  return Option(option_->check(
      number_check("a positive number", kLeast, std::numeric_limits<double>::max())));
}

Option Option::not_negative() const {
  return Option(option_->check(
      number_check("0 or a positive number", 0, std::numeric_limits<double>::max())));
}

Option Option::one_of(const std::vector<std::string>& values) const {
  option_->type_name(text::joined(values, "|"));
  return Option(option_->check(word_check(values, "", 0, 0)));
}

Option Option::one_of_or_range(const std::vector<std::string>& values, int first, int last) const {
  option_->type_name(text::joined(values, "|") + "|N");
  const std::string also = " or a number " + words_of_range(first, last);
  return Option(option_->check(word_check(values, also, first, last)));
}

Option Option::required() const {
  return Option(option_->required());
}

Option Option::one_value_each_time() const {
  return Option(option_->allow_extra_args(false));
}

Option Option::type_name(const std::string& name) const {
  return Option(option_->type_name(name));
}

Option Option::show_default() const {
  return Option(option_->capture_default_str());
}

Option Option::show_default(const std::string& text) const {
  return Option(option_->default_str(text));
}

Option Option::hidden() const {
  return Option(option_->group(""));
}

Command Command::subcommand(const std::string& name, const std::string& about) const {
  return Command(app_->add_subcommand(name, about));
}

void Command::require_subcommand() const {
  app_->require_subcommand(1);
}

void Command::action(std::function<void()> run) const {
  app_->callback(std::move(run));
}

bool Command::chosen() const {
  return app_->parsed();
}

Option Command::option(const std::string& names, std::string& value,
                       const std::string& help) const {
  return Option(app_->add_option(names, value, help));
}

Option Command::option(const std::string& names, Path& value, const std::string& help) const {
  return Option(app_->add_option(names, value, help));
}

Option Command::option(const std::string& names, int& value, const std::string& help) const {
  return Option(app_->add_option(names, value, help));
}

Option Command::option(const std::string& names, std::uint64_t& value,
                       const std::string& help) const {
  return Option(app_->add_option(names, value, help));
}

Option Command::option(const std::string& names, double& value, const std::string& help) const {
  return Option(app_->add_option(names, value, help));
}

Option Command::option(const std::string& names, Strings& values, const std::string& help) const {
  return Option(app_->add_option(names, values, help));
}

Option Command::option(const std::string& names, std::vector<int>& values,
                       const std::string& help) const {
  return Option(app_->add_option(names, values, help));
}

Option Command::flag(const std::string& names, bool& value, const std::string& help) const {
  return Option(app_->add_flag(names, value, help));
}

Option Command::flag(const std::string& names, const std::string& help) const {
  return Option(app_->add_flag(names)->description(help));
}

void Command::keep_rest(const std::string& rest) const {
  app_->prefix_command();
  app_->formatter(std::make_shared<Help>(rest));
}

Command::Strings Command::rest() const {
  return app_->remaining();
}

Command::Strings Command::option_names() const {
  return arguments::option_names(*app_);
}

Command::Strings Command::command_names() const {
  return arguments::command_names(*app_);
}

void Command::footer(std::function<std::string()> text) const {
  app_->footer(std::move(text));
}

bool Command::given(const std::string& option) const {
  return app_->count(option) > 0;
}

Program::Program(const std::string& about, const std::string& name)
    : Program(std::make_unique<CLI::App>(about, name)) {}

Program::Program(std::unique_ptr<CLI::App> app) : Command(app.get()), program_(std::move(app)) {
  program_->formatter(std::make_shared<Help>());
}

Program::~Program() = default;

void Program::version(const std::string& text) const {
  program_->set_version_flag("--version", text);
}

Parsed Program::parse(std::vector<std::string> arguments) const {
  std::ranges::reverse(arguments);  // CLI11 expects this order
  try {
    program_->parse(std::move(arguments));
    return Parsed::kDone;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      program_->exit(error);
      return Parsed::kHelped;
    }
    const std::string words = mistake(*program_, error);
    std::cerr << program_->get_name() << ": " << (words.empty() ? error.what() : words)
              << std::endl;
    return Parsed::kRefused;
  }
}

}  // namespace gridlock::arguments
