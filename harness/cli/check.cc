// gridlock check: tries a case in one process, or verifies the certificate of a deadlock. The
// verification does not trust the prover that wrote the certificate.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/arguments/command.h"
#include "harness/checker/checker.h"
#include "harness/cli/certificate_of.h"
#include "harness/cli/command.h"
#include "harness/controller/machine.h"
#include "harness/text/names.h"
#include "harness/text/quantity.h"
#include "harness/training/try_case.h"
#include "harness/workspace/find_case.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"
#include "matrix/planner.h"

namespace gridlock::cli {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw matrix::InputError(fmt::format("cannot read {}", path));
  return {std::istreambuf_iterator<char>(file), {}};
}

struct CheckArguments {
  std::string what;
  std::vector<std::string> case_folders;
};

int check_certificate(const std::string& path) {
  const std::string certificate = read(path);
  if (const auto objection = checker::check(certificate)) {
    std::cout << fmt::format("{}: rejected: {}\n", path, *objection);
    return kUnexpected;
  }
  const auto finding = nlohmann::json::parse(certificate).at("finding");
  std::cout << fmt::format("{}: the proof holds\n{}\n", path, finding.value("sentence", ""));
  return kExpected;
}

int check_case(const matrix::Matrix& matrix) {
  const matrix::Plan plan = matrix::plan(matrix, {controller::inspect_machine().gpus});
  std::cout << fmt::format("{}: the TOML has no mistake; {}\n", matrix.name,
                           text::count_of(plan.cells.size(), "cell"))
            << std::flush;
  return training::try_case(plan) ? kExpected : kUnexpected;
}

[[noreturn]] void refuse(const CheckArguments& options) {
  throw matrix::InputError(fmt::format(
      "'{}' is not a certificate, an evidence folder, a matrix or a case{}", options.what,
      text::did_you_mean(options.what, workspace::known_cases(options.case_folders))));
}

int check(const CheckArguments& options) {
  const std::filesystem::path path = options.what;
  if (path.extension() == ".toml") {
    return check_case(workspace::load_matrix({options.what, options.case_folders, "", ""}));
  }
  if (std::filesystem::is_regular_file(path)) return check_certificate(options.what);
  if (const auto of_case = workspace::matrix_of_case(options.what, options.case_folders)) {
    return check_case(*of_case);
  }
  if (!std::filesystem::is_directory(path)) refuse(options);
  return check_certificate(certificate_of(path));
}

}  // namespace

void add_check(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      "check",
      "Check a case, a matrix or the certificate of a deadlock\n\n"
      "  gridlock check dense              # a case: builds its model, trains one step in one "
      "process\n"
      "  gridlock check my.toml            # a matrix: reads it, and tries its case\n"
      "  gridlock check certificate.json   # a deadlock's proof, by an independent checker\n"
      "  gridlock check FOLDER             # an evidence folder or a run folder: the certificate "
      "in it\n\n"
      "Exit codes: 0 no mistake found, 1 the case or the proof has one, 2 bad input.");
  auto options = std::make_shared<CheckArguments>();
  command
      .option("what", options->what,
              "A case or its folder, a matrix file, the evidence folder of a deadlock, or the\n"
              "certificate.json in it")
      .required()
      .type_name("CASE|FILE|DIR");
  command.option("--cases", options->case_folders, "Folder with your own cases, searched first")
      .type_name("DIR")
      .one_value_each_time();
  command.action([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace gridlock::cli
