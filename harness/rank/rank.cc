#include "harness/rank/rank.h"

#include <fcntl.h>
#include <pybind11/embed.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "harness/process/signals.h"
#include "harness/rank/agent_link.h"

namespace gridlock::rank {
namespace {

namespace py = pybind11;

void redirect_output(int log) {
  process::Fd null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  dup2(null.get(), STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
}

void answer_signals_with_stacks() {
  py::module_ faulthandler = py::module_::import("faulthandler");
  faulthandler.attr("enable")(py::arg("file") = STDERR_FILENO, py::arg("all_threads") = true);
  faulthandler.attr("register")(process::kStacksSignal, py::arg("file") = STDERR_FILENO,
                                py::arg("all_threads") = true);
}

// Makes sys.stdout and sys.stderr flush after each line, so that little output is lost if the rank
// is killed. The zygote created both streams before the log existed.
void flush_each_line() {
  py::module_ sys = py::module_::import("sys");
  for (const char* name : {"stdout", "stderr"}) {
    sys.attr(name).attr("reconfigure")(py::arg("line_buffering") = true,
                                       py::arg("errors") = "backslashreplace");
  }
}

}  // namespace

int run(Descriptors descriptors) {
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  // py-spy is not an ancestor of this process
  redirect_output(descriptors.log.get());
  answer_signals_with_stacks();
  flush_each_line();
  AgentLink link(std::move(descriptors.ring), std::move(descriptors.channel));
  const py::object train = py::module_::import("gridlock.train.runner").attr("run");
  const py::object loads = py::module_::import("json").attr("loads");
  py::module_::import("_gridlock");  // registers the Python type of AgentLink
  const py::object channel = py::cast(&link, py::return_value_policy::reference);
  bool all_finished = true;
  while (auto text = link.next_cell()) {
    py::dict specification = loads(*text);
    // The store takes over the socket, so only the first cell gets it. A warm rank keeps its store.
    if (descriptors.store) specification["store_socket"] = descriptors.store.release();
    all_finished &= train(specification, channel).cast<bool>();
  }
  return all_finished ? 0 : 1;
}

}  // namespace gridlock::rank
