// The Python module gridlock_probe: the parts of recording.py that need C++.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/rank/probe/backend.h"
#include "harness/rank/probe/code_owner.h"
#include "harness/rank/probe/graphs.h"
#include "harness/rank/probe/groups.h"
#include "harness/rank/probe/handling.h"
#include "harness/rank/probe/linger.h"
#include "harness/rank/probe/modules.h"
#include "harness/rank/probe/poller.h"
#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/site.h"
#include "harness/rank/probe/store.h"
#include "harness/rank/probe/store_calls.h"
#include "harness/rank/probe/streams.h"
#include "harness/rank/probe/thread_origins.h"
#include "harness/rank/probe/timeouts.h"

// The same declaration as in torch. torch's header with it takes ten seconds to compile.
PYBIND11_DECLARE_HOLDER_TYPE(T, c10::intrusive_ptr<T>, true)

namespace gridlock::probe {
namespace {

namespace py = pybind11;

process::Fd copy_of(int descriptor) {
  const int copy = dup(descriptor);
  if (copy < 0)
    throw std::system_error(errno, std::generic_category(), "duplicating the ring's descriptor");
  return process::Fd(copy);
}

GroupIdentity identity(std::string name, std::string description, std::string backend,
                       std::vector<int> members, std::int64_t timeout_ms) {
  return {std::move(name), std::move(description), std::move(backend), std::move(members),
          recorded(std::chrono::milliseconds(timeout_ms))};
}

py::object build(std::uint32_t group, std::int64_t timeout_ms, const py::function& make) {
  const Building building(group, recorded(std::chrono::milliseconds(timeout_ms)));
  return make();
}

py::object wait_for_keys(const Keys& keys, std::int64_t timeout_ms, const py::function& make,
                         int port, bool planned, bool file) {
  const WaitingForKeys waiting(
      keys, {recorded(std::chrono::milliseconds(timeout_ms)), planned, port, file});
  return make();
}

py::object set_keys(const Keys& keys, const py::function& make) {
  const SettingKeys setting(keys);
  return make();
}

py::object run_backward(const py::function& engine, const py::args& arguments,
                        const py::kwargs& options) {
  trace::Record backward;
  backward.kind = trace::Kind::kBackward;
  const Blocked blocked(backward);
  return engine(*arguments, **options);
}

void describe_thread(std::uint64_t thread, const std::string& origin, const std::string& name) {
  if (trace::RingWriter* ring = writer()) ring->describe_thread(thread, origin, name);
}

// Runs a callback of the program, and records that this thread runs it.
py::object run_callback(const py::function& callback, const py::args& arguments) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return callback(*arguments);
  ring->enter_program();
  const std::unique_ptr<trace::RingWriter, void (*)(trace::RingWriter*)> leave(
      ring, [](trace::RingWriter* entered) { entered->leave_program(); });
  return callback(*arguments);
}

void enter(trace::Phase word, bool begins) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return;
  trace::Record phase;
  phase.op = static_cast<std::uint16_t>(word);
  if (begins) phase.kind = trace::Kind::kPhase;
  ring->enter(phase);
}

// Records that the compiler begins or ends in this thread. Used for programs under `gridlock exec`,
// which report no phases.
void compile(bool begins) {
  set_compiling(begins);
  enter(trace::Phase::kCompile, begins);
}

// Records that the last line of the script has run and the interpreter is about to exit.
void script_ended() {
  enter(trace::Phase::kDone, true);
}

// Stops and continues to record. The device must be idle. The ends of calls that are over are
// recorded first, because they would be lost.
void pause(bool paused) {
  poll_behind_others();
  set_recording(!paused);
  set_watching(!paused);
}

void own_folders(const std::vector<std::string>& hidden, const std::vector<std::string>& libraries,
                 const std::vector<std::string>& standard) {
  std::vector<OwnedFolder> folders;
  for (const std::string& path : hidden) folders.push_back({path, Owner::kHidden});
  for (const std::string& path : libraries) folders.push_back({path, Owner::kLibrary});
  for (const std::string& path : standard) folders.push_back({path, Owner::kHidden});
  set_owned_folders(std::move(folders));
}

}  // namespace

PYBIND11_MODULE(gridlock_probe, module) {
  py::module_::import("torch");
  py::class_<GroupIdentity>(module, "Group")
      .def(py::init(&identity), py::arg("name"), py::arg("description"), py::arg("backend"),
           py::arg("members"), py::arg("timeout_ms") = 0)
      .def_readonly("backend", &GroupIdentity::backend);
  module.def("set_owned_folders", &own_folders, py::arg("hidden"), py::arg("libraries"),
             py::arg("standard"));
  module.def(
      "attach",
      [](int ring) {
        set_site_source(&call_site);
        set_exception_note(&tell_exception);
        attach(copy_of(ring));
        add_modules(*writer());
        watch_streams();
        watch_graphs();
        record_thread_origins();
      },
      py::arg("ring"));
  module.def(
      "describe_exceptions",
      [](const py::function& describe) { set_exception_describer(describe.ptr()); },
      py::arg("describe"));
  module.def("add_group", &add_group, py::arg("group"));
  module.def("set_connected", &set_connected, py::arg("index"));
  module.def("build", &build, py::arg("index"), py::arg("timeout_ms"), py::arg("make"));
  module.def("decorate", py::overload_cast<BackendPtr, GroupIdentity, std::uint32_t>(&decorate),
             py::arg("backend"), py::arg("group"), py::arg("index"));
  module.def("set_workers", py::overload_cast<const BackendPtr&, int>(&set_workers),
             py::arg("decorated"), py::arg("workers"));
  module.def("undecorated", &undecorated, py::arg("backend"));
  module.def("decorate_store", py::overload_cast<StorePtr>(&decorate), py::arg("store"));
  module.def("wait_for_keys", &wait_for_keys, py::arg("keys"), py::arg("timeout_ms"),
             py::arg("make"), py::arg("port") = 0, py::arg("planned") = false,
             py::arg("file") = false);
  module.def("set_keys", &set_keys, py::arg("keys"), py::arg("make"));
  module.def("record_set", &record_set, py::arg("keys"));
  module.attr("OWN_STORE") = trace::kOwnStore;
  module.def("name_module", &name_module, py::arg("address"), py::arg("name"));
  module.def("describe_thread", &describe_thread, py::arg("thread"), py::arg("origin"),
             py::arg("name"));
  module.def("run_callback", &run_callback);
  module.def("run_backward", &run_backward);
  module.def("start_lingering", &start_lingering, py::arg("seed"));
  module.def("compile", &compile, py::arg("begins"));
  module.def("script_ended", &script_ended);
  module.def("pause", &pause, py::arg("paused"));
  module.def("set_compiling", &set_compiling, py::arg("compiling"));
}

}  // namespace gridlock::probe
