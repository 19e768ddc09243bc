// gridlock check: verify the certificate of a deadlock, without trusting the prover that wrote it.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "harness/arguments/command.h"
#include "harness/checker/checker.h"
#include "harness/cli/command.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw matrix::InputError(fmt::format("cannot read {}", path));
  return {std::istreambuf_iterator<char>(file), {}};
}

int check(const std::string& path) {
  if (const auto objection = checker::check(read(path))) {
    std::cout << fmt::format("{}: rejected: {}\n", path, *objection);
    return kUnexpected;
  }
  std::cout << fmt::format("{}: the proof holds\n", path);
  return kExpected;
}

}  // namespace

void add_check(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("check", "Verify the certificate of a deadlock with an independent checker");
  auto path = std::make_shared<std::string>();
  command
      .option("certificate", *path,
              "The certificate.json in the evidence folder of a deadlocked cell")
      .required()
      .type_name("FILE");
  command.action([path, &exit_code] { exit_code = check(*path); });
}

}  // namespace gridlock::cli
