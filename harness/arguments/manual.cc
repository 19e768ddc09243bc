#include "harness/arguments/manual.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/arguments/command.h"

namespace gridlock::arguments {
namespace {

// Returns text such as "-n, --nproc-per-node".
std::string joined_names(const CLI::Option& option) {
  std::string names;
  const auto add = [&](const std::string& name) { names += (names.empty() ? "" : ", ") + name; };
  for (const std::string& name : option.get_snames()) add("-" + name);
  for (const std::string& name : option.get_lnames()) add("--" + name);
  return names;
}

// Returns the option as help prints it, such as "--jobs N" or "--cases DIR ...".
std::string with_type(const CLI::App& app, const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const bool is_flag = option.get_type_size() == 0;
  if (is_flag || type.empty()) return joined_names(option);
  const bool repeats = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  return joined_names(option) + " " + app.get_formatter()->get_label(type) +
         (repeats ? " ..." : "");
}

// Returns all names of an option, such as "FILE, --matrix FILE" if it is also a positional
// argument.
std::string all_names(const CLI::App& app, const CLI::Option& option) {
  if (!option.get_positional()) return with_type(app, option);
  const std::string type = option.get_type_name();
  const std::string name = type.empty() ? option.get_name(true) : type;
  return option.nonpositional() ? name + ", " + with_type(app, option) : name;
}

OptionManual manual_of_option(const CLI::App& app, const CLI::Option& option) {
  return {.names = all_names(app, option),
          .about = option.get_description(),
          .fallback = option.get_default_str(),
          .required = option.get_required()};
}

std::vector<OptionManual> manuals_of_options(const CLI::App& app) {
  std::vector<OptionManual> positional, others;
  for (const CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr() || option->get_group().empty()) continue;
    (option->get_positional() ? positional : others).push_back(manual_of_option(app, *option));
  }
  positional.insert(positional.end(), others.begin(), others.end());
  return positional;
}

// Returns the text that follows "Usage: " in the help.
std::string synopsis_of(const CLI::App& app, const std::string& name) {
  const auto formatter = std::dynamic_pointer_cast<CLI::Formatter>(app.get_formatter());
  std::string usage = formatter->make_usage(&app, name);
  const std::size_t begin = usage.find(name), end = usage.find_last_not_of('\n') + 1;
  return usage.substr(begin, end - begin);
}

CommandManual manual_of_app(const CLI::App& app, const std::string& parent) {
  CommandManual manual;
  manual.name = parent + app.get_name();
  manual.synopsis = synopsis_of(app, manual.name);
  manual.about = app.get_description();
  manual.options = manuals_of_options(app);
  for (const CLI::App* command : app.get_subcommands({})) {
    manual.commands.push_back(manual_of_app(*command, manual.name + " "));
  }
  return manual;
}

}  // namespace

CommandManual manual_of(const Command& command) {
  return manual_of_app(*command.app_, "");
}

}  // namespace gridlock::arguments
