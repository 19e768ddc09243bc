// Measures the probe's cost per call: a call and its wait on a backend that does nothing, with and
// without the decorator. Compare medians (--benchmark_repetitions=20
// --benchmark_report_aggregates_only).
#include <ATen/ATen.h>
#include <benchmark/benchmark.h>
#include <unistd.h>

#include "harness/rank/probe/backend.h"
#include "harness/rank/probe/null_backend.h"

namespace gridlock::probe {
namespace {

BackendPtr undecorated_backend() {
  return c10::make_intrusive<NullBackend>();
}

BackendPtr decorated_backend() {
  static const trace::Ring ring = [] {
    trace::Ring made = trace::Ring::create();
    attach(process::Fd(dup(made.fd())));
    return made;
  }();
  // The backend is named "gloo", so that its calls take the same path as gloo's calls. Only futures
  // are missing, because the work of a backend that does nothing has no future.
  const GroupIdentity group{"0", "default_pg", "gloo", {0}};
  return decorate(undecorated_backend(), group, add_group(group));
}

void all_reduce(benchmark::State& state, BackendPtr (*make)()) {
  const BackendPtr backend = make();
  std::vector<at::Tensor> tensors = {at::ones({16, 16})};
  for (auto _ : state) backend->allreduce(tensors, {})->wait(kNoTimeout);
}

void send(benchmark::State& state, BackendPtr (*make)()) {
  const BackendPtr backend = make();
  std::vector<at::Tensor> tensors = {at::ones({16, 16})};
  for (auto _ : state) backend->send(tensors, 0, 7)->wait(kNoTimeout);
}

BENCHMARK_CAPTURE(all_reduce, undecorated, undecorated_backend);
BENCHMARK_CAPTURE(all_reduce, decorated, decorated_backend);
BENCHMARK_CAPTURE(send, undecorated, undecorated_backend);
BENCHMARK_CAPTURE(send, decorated, decorated_backend);

}  // namespace
}  // namespace gridlock::probe

BENCHMARK_MAIN();
