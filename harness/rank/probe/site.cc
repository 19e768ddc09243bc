#include "harness/rank/probe/site.h"

#include <torch/csrc/autograd/graph_task.h>

#include <array>
#include <string>
#include <string_view>

#include "harness/rank/probe/passes.h"
#include "harness/rank/probe/python_frames.h"
#include "harness/trace/hash.h"

namespace gridlock::probe {
namespace {

// Returns whether this thread runs a node of autograd, a hook of a node, or the final work of a
// backward.
bool in_backward() {
  return torch::autograd::get_current_graph_task_id() >= 0;
}

}  // namespace

#ifdef GRIDLOCK_KNOWS_FRAMES
namespace {

constexpr int kFrames = 16;      // innermost frames that identify a call site
constexpr int kMostFrames = 64;  // frames that determine the pass

// Returns the address of the frame's first argument. Does not read the object, because the thread
// may have released it.
std::uintptr_t first_argument(const PythonFrame* frame) {
  return reinterpret_cast<std::uintptr_t>(first_local(frame));
}

// Returns the bytes of a str object in its internal encoding, which is usually ASCII. For hashing,
// any encoding will do.
std::string_view bytes_of(PyObject* text) {
  if (text == nullptr || !PyUnicode_Check(text)) return {};
  return {static_cast<const char*>(PyUnicode_DATA(text)),
          static_cast<std::size_t>(PyUnicode_GET_LENGTH(text)) * PyUnicode_KIND(text)};
}

struct KnownCode {
  const PyCodeObject* code = nullptr;
  PyObject* name = nullptr;  // differs if another code object has reused the memory
  std::uint64_t hash = 0;
  Role role = Role::kNone;
};

const KnownCode& known(const PyCodeObject* code) {
  thread_local std::array<KnownCode, 512> codes;
  KnownCode& entry = codes[reinterpret_cast<std::uintptr_t>(code) / 64 % codes.size()];
  if (entry.code != code || entry.name != name_of(code)) {
    trace::Hash hash;
    hash.add(bytes_of(code->co_filename)).add(bytes_of(name_of(code)));
    hash.add(static_cast<std::uint64_t>(code->co_firstlineno));
    entry = {code, name_of(code), hash.wide(),
             role_of(bytes_of(code->co_filename), bytes_of(name_of(code)), kQualifiedNames)};
  }
  return entry;
}

bool is_of_torch(std::string_view file) {
  return file.find("/torch/") != file.npos || file.starts_with("<");
}

std::string place_of(const PythonFrame* frame) {
  for (; frame != nullptr; frame = caller(frame)) {
    PyCodeObject* code = code_of(frame);
    if (code == nullptr || !PyUnicode_IS_COMPACT_ASCII(code->co_filename)) continue;
    const std::string_view file = bytes_of(code->co_filename);
    if (is_of_torch(file)) continue;
    const int offset = instruction(frame) * static_cast<int>(sizeof(_Py_CODEUNIT));
    const std::string_view name = file.substr(file.rfind('/') + 1);
    return std::string(name) + ":" + std::to_string(PyCode_Addr2Line(code, offset));
  }
  return "";
}

// Returns whether the site is new, that is, whether this thread has not recorded it recently.
bool is_new(std::uint64_t site) {
  thread_local std::array<std::uint64_t, 512> recorded;
  std::uint64_t& entry = recorded[site % recorded.size()];
  if (entry == site) return false;
  entry = site;
  return true;
}

}  // namespace

SiteRecord call_site(trace::RingWriter& ring) {
  Passes passes;
  const PyThreadState* thread = PyGILState_GetThisThreadState();
  if (thread == nullptr) return {0, passes.pass(in_backward()), 0};
  const PythonFrame* first = innermost(thread);
  std::uint64_t site = 0;
  int seen = 0;
  for (const PythonFrame* frame = first; frame != nullptr && seen < kMostFrames;
       frame = caller(frame)) {
    const PyCodeObject* code = code_of(frame);
    if (code == nullptr) continue;
    const KnownCode& function = known(code);
    if (function.role != Role::kNone) passes.look_at(function.role, first_argument(frame));
    if (++seen > kFrames) continue;
    const auto at = static_cast<std::uint64_t>(instruction(frame));
    site = (site ^ function.hash ^ at) * 0x9e3779b97f4a7c15;
    site ^= site >> 29;
  }
  if (site != 0 && is_new(site)) ring.add_site(site, place_of(first));
  return {site, passes.pass(in_backward()), passes.module()};
}

#else

SiteRecord call_site(trace::RingWriter&) {
  return {0, in_backward() ? trace::Pass::kBackward : trace::Pass::kUnknown, 0};
}

#endif

}  // namespace gridlock::probe
