#include "harness/rank/probe/site.h"

#include <torch/csrc/autograd/graph_task.h>

#include <array>
#include <string>
#include <string_view>

#include "harness/rank/probe/code_owner.h"
#include "harness/rank/probe/passes.h"
#include "harness/rank/probe/python_frames.h"
#include "harness/trace/hash.h"
#include "harness/trace/layout.h"

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

// A call site is identified by its innermost frames and the program's innermost frame.
constexpr int kFrames = 16;
constexpr int kMostFrames = 64;  // frames that are read

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

// Python stands a byte of a file name that is not UTF-8 for a surrogate.
constexpr bool is_surrogate(Py_UCS4 letter) {
  return letter >= 0xD800 && letter < 0xE000;
}

void append_utf8(std::string& text, Py_UCS4 letter) {
  if (is_surrogate(letter)) letter = 0xFFFD;
  const auto add = [&](Py_UCS4 byte) { text += static_cast<char>(byte); };
  const auto add_rest = [&](int shift) { add(0x80 | (letter >> shift & 0x3F)); };
  if (letter < 0x80) return add(letter);
  if (letter < 0x800) {
    add(0xC0 | letter >> 6);
  } else {
    letter < 0x10000 ? add(0xE0 | letter >> 12) : add(0xF0 | letter >> 18);
    if (letter >= 0x10000) add_rest(12);
    add_rest(6);
  }
  add_rest(0);
}

// Returns a str object in UTF-8. Takes no GIL: a str object never changes.
std::string utf8_of(PyObject* text) {
  std::string result;
  if (text == nullptr || !PyUnicode_Check(text)) return result;
  const auto kind = PyUnicode_KIND(text);
  const void* data = PyUnicode_DATA(text);
  for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(text); ++i)
    append_utf8(result, PyUnicode_READ(kind, data, i));
  return result;
}

struct KnownCode {
  const PyCodeObject* code = nullptr;
  PyObject* name = nullptr;  // differs if another code object has reused the memory
  std::uint64_t hash = 0;
  Role role = Role::kNone;
  Owner owner = Owner::kHidden;
};

const KnownCode& known(const PyCodeObject* code) {
  thread_local std::array<KnownCode, 512> codes;
  KnownCode& entry = codes[reinterpret_cast<std::uintptr_t>(code) / 64 % codes.size()];
  if (entry.code != code || entry.name != name_of(code)) {
    trace::Hash hash;
    hash.add(bytes_of(code->co_filename)).add(bytes_of(name_of(code)));
    hash.add(static_cast<std::uint64_t>(code->co_firstlineno));
    entry = {code, name_of(code), hash.wide(),
             role_of(bytes_of(code->co_filename), bytes_of(name_of(code)), kQualifiedNames),
             owner_of(utf8_of(code->co_filename))};
  }
  return entry;
}

// Returns file and line, such as "train.py:45".
std::string line_of(const PythonFrame* frame) {
  PyCodeObject* code = code_of(frame);
  const int offset = instruction(frame) * static_cast<int>(sizeof(_Py_CODEUNIT));
  const std::string file = utf8_of(code->co_filename);
  return std::string(shown_file(file)) + ":" + std::to_string(PyCode_Addr2Line(code, offset));
}

// Returns the place without its beginning if it is too long for the ring: the end has the line.
std::string fitted(std::string place) {
  constexpr std::string_view kCut = "…";
  if (place.size() <= trace::kPlaceBytes) return place;
  std::size_t begin = place.size() - (trace::kPlaceBytes - kCut.size());
  const auto is_inside_letter = [&] { return (place[begin] & 0xC0) == 0x80; };
  while (is_inside_letter()) ++begin;
  return std::string(kCut) + place.substr(begin);
}

// Returns the line of the program, after that of a library if the program called the library:
// "deepspeed/comm/torch.py:290, from train.py:113". If both are too long for the ring, returns only
// the line of the program.
std::string place_of(const PythonFrame* frame) {
  const PythonFrame* shown = nullptr;
  const PythonFrame* own = nullptr;
  for (int seen = 0; frame != nullptr && own == nullptr && seen < kMostFrames;
       frame = caller(frame)) {
    const PyCodeObject* code = code_of(frame);
    if (code == nullptr) continue;
    ++seen;
    const Owner owner = known(code).owner;
    if (shown == nullptr && owner != Owner::kHidden) shown = frame;
    if (owner == Owner::kProgram) own = frame;
  }
  if (shown == nullptr) return "";
  if (own == nullptr || own == shown) return fitted(line_of(shown));
  const std::string both = line_of(shown) + ", from " + line_of(own);
  return both.size() <= trace::kPlaceBytes ? both : fitted(line_of(own));
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
  bool in_program = false;
  for (const PythonFrame* frame = first; frame != nullptr && seen < kMostFrames;
       frame = caller(frame)) {
    const PyCodeObject* code = code_of(frame);
    if (code == nullptr) continue;
    const KnownCode& function = known(code);
    if (function.role != Role::kNone) passes.look_at(function.role, first_argument(frame));
    const bool is_own = !in_program && function.owner == Owner::kProgram;
    in_program |= is_own;
    if (++seen > kFrames && !is_own) continue;
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
