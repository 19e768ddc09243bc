#include "harness/inspect/harmless_threads.h"

#include <algorithm>
#include <array>

namespace gridlock::inspect {
namespace {

// Programs choose the names after this prefix, so the whole origin of a Python thread must match.
constexpr std::string_view kPython = "python:";
constexpr std::string_view kAutograd = "N5torch8autograd6Engine";
constexpr std::string_view kDriver = "libcuda.so";

// Rows of known threads. A native thread is recognized by the mangled type of its std::thread's
// function (with namespace and class), or by the library of its start routine. A Python thread is
// recognized by its class or target.
constexpr std::array kRows = std::to_array<HarmlessThread>({
    {"N4gloo9transport", Serves::kCalls, "gloo's transport"},
    {"N4c10d16ProcessGroupGloo", Serves::kCalls, "a worker of gloo"},
    {"N4c10d16ProcessGroupNCCL", Serves::kCalls, "a watchdog of NCCL's process group"},
    {"N4c10d5nccl216ProcessGroupNCCL", Serves::kCalls, "a watchdog of NCCL's process group"},
    {"N4c10d5nccl220ProcessGroupNCCLLazy", Serves::kCalls, "a watchdog of NCCL's process group"},
    {"libnccl", Serves::kCalls, "a thread of NCCL"},
    {"N4c10d6detail16BackgroundThread", Serves::kCalls, "the store's server"},
    {"gridlock_probe", Serves::kCalls, "gridlock's probe"},
    {"N8gridlock5probe", Serves::kCalls, "gridlock's probe"},
    {kDriver, Serves::kThreads, "a thread of CUDA's driver", kDriver},
    {"libgomp", Serves::kThreads, "OpenMP's pool", "libgomp"},
    {"openblas", Serves::kThreads, "OpenBLAS's pool", "openblas"},
    {kAutograd, Serves::kThreads, "autograd's thread of a device"},
    {"python:faulthandler", Serves::kCalls, "faulthandler's watchdog"},
    {"python:tqdm._monitor.TMonitor", Serves::kCalls, "tqdm's monitor"},
    {"python:torch.utils.data._utils.pin_memory._pin_memory_loop", Serves::kThreads,
     "DataLoader's pin-memory thread"},
    {"python:multiprocessing.queues.Queue._feed", Serves::kThreads,
     "the feeder of a multiprocessing queue"},
    {"python:torch._inductor.compile_worker.subproc_pool.SubprocPool._read_thread",
     Serves::kThreads, "the reader of the compiler's worker processes"},
    {"python:torch._inductor.compile_worker.subproc_pool.SubprocPool._health_monitor",
     Serves::kThreads, "the watchdog of the compiler's worker processes"},
    {"python:torch._inductor.compile_worker.timer.Timer.check", Serves::kCalls,
     "the timer that quiets the compiler's worker processes"},
    {"python:tensorboard.summary.writer.event_file_writer._AsyncWriterThread", Serves::kThreads,
     "TensorBoard's writer"},
});

}  // namespace

const HarmlessThread* find_harmless(const std::string& origin) {
  const auto row = std::ranges::find_if(kRows, [&](const HarmlessThread& thread) {
    if (origin.starts_with(kPython)) return origin == thread.origin;
    return origin.find(thread.origin) != std::string::npos;
  });
  return row == kRows.end() ? nullptr : &*row;
}

bool started_by_autograd(const std::string& origin) {
  return origin.find(kAutograd) != std::string::npos;
}

bool started_by_driver(const std::string& origin) {
  return origin.find(kDriver) != std::string::npos;
}

}  // namespace gridlock::inspect
