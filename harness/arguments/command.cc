#include "harness/arguments/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace gridlock::arguments {

Option Option::range(int first, int last) const {
  return Option(option_->check(CLI::Range(first, last)));
}

Option Option::positive() const {
  return Option(option_->check(CLI::PositiveNumber));
}

Option Option::not_negative() const {
  return Option(option_->check(CLI::NonNegativeNumber));
}

Option Option::one_of(const std::vector<std::string>& values) const {
  return Option(option_->check(CLI::IsMember(values)));
}

Option Option::one_of_or_range(const std::vector<std::string>& values, int first, int last) const {
  return Option(option_->check(CLI::IsMember(values) | CLI::Range(first, last)));
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

void Command::keep_rest() const {
  app_->prefix_command();
}

Command::Strings Command::rest() const {
  return app_->remaining();
}

bool Command::given(const std::string& option) const {
  return app_->count(option) > 0;
}

Program::Program(const std::string& about, const std::string& name)
    : Program(std::make_unique<CLI::App>(about, name)) {}

Program::Program(std::unique_ptr<CLI::App> app) : Command(app.get()), program_(std::move(app)) {}

Program::~Program() = default;

void Program::version(const std::string& text) const {
  program_->set_version_flag("--version", text);
}

Parsed Program::parse(std::vector<std::string> arguments) const {
  std::ranges::reverse(arguments);  // as CLI11 takes them
  try {
    program_->parse(std::move(arguments));
    return Parsed::kDone;
  } catch (const CLI::ParseError& error) {
    return program_->exit(error) == 0 ? Parsed::kHelped : Parsed::kRefused;
  }
}

}  // namespace gridlock::arguments
