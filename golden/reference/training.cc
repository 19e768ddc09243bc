#include "golden/reference/training.h"

#include <ATen/Parallel.h>

#include <cmath>

#include "golden/reference/adamw.h"
#include "golden/reference/batch.h"
#include "golden/reference/model.h"

namespace gridlock::golden::reference {
namespace {

double norm_of_gradients(const Parameters& parameters) {
  double squares = 0;
  for (const auto& [name, parameter] : parameters)
    squares += parameter.grad().square().sum().item<double>();
  return std::sqrt(squares);
}

}  // namespace

void train(const Settings& settings, const std::function<void(const Step&)>& after_step) {
  at::set_num_threads(1);
  Parameters parameters = read_parameters(settings.state);
  const Architecture architecture = architecture_of(shapes_of(parameters), settings.heads);
  AdamW optimizer;
  for (int number = 0; number < settings.steps; ++number) {
    const Batch batch = batch_of(settings.seed, number, architecture.vocabulary);
    const Parameters cast = cast_to(settings.precision, parameters);
    const at::Tensor loss = mean_cross_entropy(architecture, cast, batch);
    loss.backward();
    const double grad_norm = norm_of_gradients(cast);
    optimizer.step(parameters, cast);
    after_step({number, loss.item<double>(), grad_norm});
  }
  write_parameters(settings.out, parameters);
}

}  // namespace gridlock::golden::reference
