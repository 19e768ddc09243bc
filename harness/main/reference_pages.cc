#include "harness/main/reference_pages.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <span>

#include "harness/arguments/command.h"
#include "harness/arguments/manual.h"
#include "harness/cli/later.h"
#include "harness/cli/schema.h"
#include "harness/main/commands.h"
#include "harness/main/program.h"
#include "harness/pages/command_page.h"
#include "harness/pages/fields_page.h"
#include "harness/pages/keys_page.h"

namespace gridlock {
namespace {

constexpr std::array<AddCommand, 1> kPagesCommands = {add_pages};

// Returns the page with the commands of all programs, in the order of `gridlock help`.
std::string cli_page() {
  const arguments::Program program(kAbout, "gridlock");
  int exit_code = 0;
  const std::span<const AddCommand> programs[] = {kCommands, kMinimizeCommands, kReviewCommands,
                                                  kBenchCommands, kPagesCommands};
  for (const auto& commands : programs) {
    for (const AddCommand add : commands) add(program, exit_code);
  }
  return pages::command_page(arguments::manual_of(program));
}

std::string results_page() {
  std::vector<pages::SchemaSection> sections;
  for (const cli::SchemaRow& row : cli::schemas())
    sections.push_back({row.name, row.title, row.schema});
  return pages::fields_page(sections);
}

struct PageRow {
  const char* name;
  std::string (*text)();
};

constexpr PageRow kPages[] = {
    {"cli", cli_page}, {"matrix-keys", pages::keys_page}, {"results-schema", results_page}};

}  // namespace

std::vector<std::string> reference_page_names() {
  std::vector<std::string> names;
  for (const PageRow& page : kPages) names.emplace_back(page.name);
  return names;
}

std::string reference_page(const std::string& name) {
  return std::ranges::find(kPages, name, &PageRow::name)->text();
}

void add_pages(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      cli::kPagesCommand.name, cli::kPagesCommand.about("\n\n  gridlock pages cli > docs/cli.md"));
  auto name = std::make_shared<std::string>();
  command.option("page", *name, "The page to print").one_of(reference_page_names()).required();
  command.action([name, &exit_code] {
    std::cout << reference_page(*name);
    exit_code = cli::kExpected;
  });
}

}  // namespace gridlock
