// The Python module gridlock_ring: reads a ring, for tests of the probe and for people who inspect
// a ring by hand. Does not use torch.
//
// create_ring() -> descriptor; read_ring(descriptor) -> dict of groups, open calls, lanes (thread,
// blocked and its keys, log, handling), keys, threads, sites, modules, lost, dropped and events;
// hash_of_key(key); operations() -> the table of harness/trace/operation.h, a dict for each row.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include "harness/trace/hash.h"
#include "harness/trace/operation.h"
#include "harness/trace/pass.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {
namespace {

namespace py = pybind11;
using py::literals::operator""_a;

std::string name(trace::Kind kind) {
  switch (kind) {
    case trace::Kind::kPhase:
      return "phase";
    case trace::Kind::kCall:
      return "call";
    case trace::Kind::kDone:
      return "done";
    case trace::Kind::kGroup:
      return "group";
    case trace::Kind::kStoreSet:
      return "store set";
    case trace::Kind::kIssue:
      return "issue";
    case trace::Kind::kWait:
      return "wait";
    case trace::Kind::kStoreWait:
      return "store wait";
    case trace::Kind::kBuild:
      return "build";
    case trace::Kind::kStoreSetting:
      return "store setting";
    case trace::Kind::kBackward:
      return "backward";
    case trace::Kind::kNone:
      break;
  }
  return "";
}

py::dict view(const trace::Record& r) {
  return py::dict("what"_a = name(r.kind), "op"_a = trace::describe(static_cast<trace::Op>(r.op)),
                  "group"_a = r.group, "seq"_a = r.seq, "call"_a = r.call, "count"_a = r.count,
                  "dtype"_a = r.dtype, "reduce_op"_a = r.reduce_op, "peer"_a = r.peer,
                  "tag"_a = r.tag, "shape_hash"_a = r.shape_hash, "site"_a = r.site,
                  "timeout_ms"_a = r.aux, "planned"_a = (r.flags & trace::kPlanned) != 0,
                  "is_async"_a = (r.flags & trace::kAsync) != 0,
                  "future"_a = (r.flags & trace::kFuture) != 0,
                  "compiling"_a = (r.flags & trace::kCompiling) != 0,
                  "pass"_a = trace::describe(r.pass), "module"_a = r.module);
}

py::dict view(const trace::GroupRecord& group) {
  return py::dict("name"_a = group.name, "description"_a = group.description,
                  "backend"_a = group.backend, "creation"_a = group.creation,
                  "members"_a = group.members, "enqueued"_a = group.enqueued,
                  "connected"_a = group.connected, "timeout_ms"_a = group.timeout_ms,
                  "workers"_a = group.workers);
}

py::dict view(const trace::LaneSnapshot& lane);

py::dict view(const trace::CallRecord& open) {
  py::dict call = view(open.record);
  call["after"] = open.after;
  return call;
}

template <typename Items>
py::list views(const Items& items) {
  py::list result;
  for (const auto& item : items) result.append(view(item));
  return result;
}

py::dict keys_of(const trace::LaneSnapshot& lane) {
  py::dict names;
  for (const trace::StoreKey& key : lane.keys) names[py::int_(key.hash)] = key.name;
  return names;
}

py::dict view(const trace::LaneSnapshot& lane) {
  const trace::Record nothing;
  return py::dict("thread"_a = lane.thread, "written"_a = lane.written, "keys"_a = keys_of(lane),
                  "blocked"_a = view(lane.blocked.value_or(nothing)), "log"_a = views(lane.log),
                  "handling"_a = py::make_tuple(lane.handling.error, lane.handling.place));
}

py::dict sites_of(const trace::RingReader& reader) {
  py::dict result;
  for (const trace::Site& site : reader.sites()) result[py::int_(site.site)] = site.place;
  return result;
}

py::dict threads_of(const trace::RingReader& reader) {
  py::dict result;
  for (const trace::ThreadRecord& thread : reader.threads()) {
    result[py::int_(thread.thread)] = py::dict("origin"_a = thread.origin, "name"_a = thread.name,
                                               "in_program"_a = thread.in_program);
  }
  return result;
}

std::uint64_t lost(const trace::RingReader& reader) {
  const trace::Lost lost = reader.lost();
  return lost.groups + lost.calls + lost.keys;
}

py::dict read_ring(int descriptor) {
  const trace::Ring ring = trace::Ring::attach(process::Fd(dup(descriptor)));
  const trace::RingReader reader(ring);
  return py::dict("groups"_a = views(reader.groups()), "open"_a = views(reader.open_calls()),
                  "lanes"_a = views(reader.snapshot()), "keys"_a = reader.keys_set(),
                  "threads"_a = threads_of(reader), "sites"_a = sites_of(reader),
                  "modules"_a = reader.modules(), "lost"_a = lost(reader),
                  "dropped"_a = reader.dropped(), "events"_a = reader.events());
}

py::list operations() {
  py::list rows;
  for (const trace::Operation& row : trace::kOperations) {
    rows.append(py::dict("name"_a = row.name, "point_to_point"_a = row.point_to_point,
                         "has_tensors"_a = row.has_tensors(), "reduces"_a = row.reduces,
                         "rooted"_a = row.root != trace::Root::kNone,
                         "collects"_a = row.root == trace::Root::kCollects));
  }
  return rows;
}

}  // namespace

PYBIND11_MODULE(gridlock_ring, module) {
  module.def("operations", &operations);
  module.def("create_ring", [] { return dup(trace::Ring::create().fd()); });
  module.def("read_ring", &read_ring, "descriptor"_a);
  module.def(
      "hash_of_key", [](const std::string& key) { return trace::hash_of_key(key); }, "key"_a);
}

}  // namespace gridlock::probe
