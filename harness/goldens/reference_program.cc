#include "harness/goldens/reference_program.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/controller/controller.h"
#include "harness/process/fd.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "harness/workspace/build.h"

namespace gridlock::goldens {
namespace {

namespace fs = std::filesystem;
using controller::EnvironmentError;

// Runs the program and returns its output.
std::string output_of(const std::vector<std::string>& arguments) {
  process::Program program;
  program.arguments = arguments;
  const process::Fd log = process::make_log();
  program.standard_output = log.get();
  const int code = process::run(std::move(program));
  std::string output = process::read_log(log.get());
  if (code != 0)
    throw EnvironmentError(fmt::format("the program {} failed: {}", kReferenceProgram, output));
  return output;
}

}  // namespace

bool computes_in(std::string_view precision) {
  return precision == "fp32" || precision == "bf16" || precision == "fp16";
}

ReferenceNumbers train_reference(const ReferenceTraining& training) {
  // Parameters are fp32 in all cells. For an fp32 cell, the reference computes in fp64, so that it
  // does not round its own parameters to fp32.
  const std::string precision = training.precision == "fp32" ? "fp64" : training.precision;
  std::istringstream lines(
      output_of({workspace::built_program(kReferenceProgram), "--state", training.state, "--seed",
                 std::to_string(training.seed), "--steps", std::to_string(training.steps),
                 "--precision", precision, "--out", training.out}));
  ReferenceNumbers numbers;
  for (std::string line; std::getline(lines, line);) {
    const auto step = nlohmann::json::parse(line);
    numbers.losses.push_back(step.at("loss").get<double>());
    numbers.grad_norms.push_back(step.at("grad_norm").get<double>());
  }
  return numbers;
}

}  // namespace gridlock::goldens
