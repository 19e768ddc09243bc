// gridlock-reference: trains the dense case and prints one line of JSON per step:
// {"step": 0, "loss": …, "grad_norm": …}.
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>

#include "golden/reference/training.h"
#include "golden/tensor_file.h"
#include "harness/arguments/command.h"
#include "harness/fields/write.h"
#include "harness/process/exit_code.h"

namespace {

using namespace gridlock;
namespace reference = golden::reference;

// The values of the command-line options.
struct ReferenceArguments {
  reference::Settings settings;
  int heads = static_cast<int>(settings.heads.query);
  int key_value_heads = static_cast<int>(settings.heads.key_value);
};

void add_options(const arguments::Program& app, ReferenceArguments& options) {
  reference::Settings& settings = options.settings;
  app.option("--state", settings.state, "safetensors file with the initial parameters").required();
  app.option("--seed", settings.seed, "seed of the batches").required();
  app.option("--steps", settings.steps, "number of steps").required().positive();
  app.option("--precision", settings.precision, "precision to which parameters are cast before use")
      .one_of({"fp64", "bf16", "fp16"})
      .show_default();
  app.option("--out", settings.out, "file for the parameters after the last step").required();
  app.option("--heads", options.heads, "number of query heads").positive().show_default();
  app.option("--key-value-heads", options.key_value_heads, "number of key-value heads")
      .positive()
      .show_default();
}

void print(const reference::Step& step) {
  using Json = nlohmann::ordered_json;
  const Json line = {{"step", step.number},
                     {"loss", fields::number_of<Json>(step.loss)},
                     {"grad_norm", fields::number_of<Json>(step.grad_norm)}};
  std::cout << line << std::endl;
}

int fail(const std::exception& error, process::ExitCode code) {
  std::cerr << "gridlock-reference: " << error.what() << std::endl;
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const arguments::Program app(
      "Trains the dense case in one process, in fp64 and without Python. Prints the loss and the "
      "norm of the gradients of each step.",
      "gridlock-reference");
  ReferenceArguments options;
  add_options(app, options);
  const arguments::Parsed parsed = app.parse({argv + 1, argv + argc});
  if (parsed == arguments::Parsed::kHelped) return 0;
  if (parsed == arguments::Parsed::kRefused) return process::kBadInput;
  options.settings.heads = {options.heads, options.key_value_heads};
  try {
    train(options.settings, print);
    return 0;
  } catch (const golden::TensorFileError& error) {
    return fail(error, process::kBadInput);
  } catch (const reference::ArchitectureError& error) {
    return fail(error, process::kBadInput);
  } catch (const std::exception& error) {
    return fail(error, process::kEnvironment);
  }
}
