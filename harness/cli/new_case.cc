#include "harness/cli/new_case.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

void check_name(const std::string& name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view kFurther = "abcdefghijklmnopqrstuvwxyz0123456789_-";
  const bool good = !name.empty() && kLetters.find(name[0]) != std::string_view::npos &&
                    name.find_first_not_of(kFurther) == std::string::npos;
  if (good) return;
  throw matrix::InputError(fmt::format(
      "'{}' is not a valid case name: use a-z, 0-9, '_' and '-', and begin with a letter", name));
}

std::string read(const fs::path& path) {
  std::ostringstream text;
  if (!(text << std::ifstream(path).rdbuf())) {
    throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  }
  return text.str();
}

std::string filled(std::string text, const std::string& name) {
  constexpr std::string_view kHole = "{name}";
  for (auto at = text.find(kHole); at != std::string::npos; at = text.find(kHole, at)) {
    text.replace(at, kHole.size(), name);
  }
  return text;
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

}  // namespace

fs::path case_folder(const std::string& given, const fs::path& here, const fs::path& root) {
  if (!given.empty()) return given;
  std::error_code none;
  return fs::equivalent(here, root, none) ? here / "cases" : here;
}

fs::path new_case(const std::string& name, const fs::path& folder, const fs::path& skeleton) {
  check_name(name);
  const fs::path target = folder / name;
  if (fs::exists(fs::symlink_status(target))) {
    throw matrix::InputError(
        fmt::format("{} exists already; nothing was written", target.string()));
  }
  fs::create_directories(target);
  for (const auto& entry : fs::directory_iterator(skeleton)) {
    const fs::path file = entry.path().filename();
    // The matrix file gets the name of the case, because runs are stored under the name of their
    // matrix.
    write(target / (file == "matrix.toml" ? fs::path(name + ".toml") : file),
          filled(read(entry.path()), name));
  }
  return target;
}

void add_new(const arguments::Command& app, int& exit_code) {
  struct NewCaseArguments {
    std::string name;
    std::string folder;
  };
  const arguments::Command group = app.subcommand("new", "Write a skeleton that you can edit");
  group.require_subcommand();
  const arguments::Command command =
      group.subcommand("case", "Write a case with a model, data and a loss");
  auto options = std::make_shared<NewCaseArguments>();
  command.option("name", options->name, "The name of the case").type_name("NAME").required();
  command
      .option("--cases", options->folder,
              "Folder in which to create the case (default: the current folder, or cases/ in "
              "gridlock's own folder)")
      .type_name("DIR");
  command.action([options, &exit_code] {
    const fs::path root = workspace::installation().root;
    const fs::path folder = case_folder(options->folder, fs::current_path(), root);
    const fs::path target = new_case(options->name, folder, root / "harness" / "cli" / "skeleton");
    std::cout << fmt::format(
        "{0}/case.py, {0}/case.toml and {0}/{1}.toml written. Try it:\n  {2} run {0}/{1}.toml\n",
        workspace::typed_path(target), options->name, workspace::program_name());
    exit_code = kExpected;
  });
}

}  // namespace gridlock::cli
