#include "harness/rank/probe/site.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030E0000
#define Py_BUILD_CORE
#include <internal/pycore_frame.h>
#define GRIDLOCK_KNOWS_FRAMES
#endif

#include <array>
#include <string>
#include <string_view>

#include "harness/rank/probe/hash.h"

namespace gridlock::probe {

#ifdef GRIDLOCK_KNOWS_FRAMES
namespace {

constexpr int kFrames = 16;  // the innermost ones tell places apart

PyCodeObject* code_of(const _PyInterpreterFrame* frame) {
#if PY_VERSION_HEX >= 0x030D0000
  PyObject* code = frame->f_executable;  // None in frames of the interpreter's own
  return code != nullptr && PyCode_Check(code) ? reinterpret_cast<PyCodeObject*>(code) : nullptr;
#elif PY_VERSION_HEX >= 0x030C0000
  return frame->owner == FRAME_OWNED_BY_CSTACK ? nullptr : frame->f_code;
#else
  return frame->f_code;
#endif
}

const _PyInterpreterFrame* innermost(const PyThreadState* thread) {
#if PY_VERSION_HEX >= 0x030D0000
  return thread->current_frame;
#else
  return thread->cframe->current_frame;
#endif
}

// The bytes of a text as they lie in memory: enough to be hashed, and ASCII as a rule.
std::string_view bytes_of(PyObject* text) {
  if (text == nullptr || !PyUnicode_Check(text)) return {};
  return {static_cast<const char*>(PyUnicode_DATA(text)),
          static_cast<std::size_t>(PyUnicode_GET_LENGTH(text)) * PyUnicode_KIND(text)};
}

struct KnownCode {
  const PyCodeObject* code = nullptr;
  PyObject* name = nullptr;  // a code object's memory may come to hold another one
  std::uint64_t hash = 0;
};

std::uint64_t hash_of(const PyCodeObject* code) {
  thread_local std::array<KnownCode, 512> known;
  KnownCode& entry = known[reinterpret_cast<std::uintptr_t>(code) / 64 % known.size()];
  if (entry.code != code || entry.name != code->co_qualname) {
    Hash hash;
    hash.add(bytes_of(code->co_filename)).add(bytes_of(code->co_qualname));
    hash.add(static_cast<std::uint64_t>(code->co_firstlineno));
    entry = {code, code->co_qualname, hash.wide()};
  }
  return entry.hash;
}

bool is_of_torch(std::string_view file) {
  return file.find("/torch/") != file.npos || file.starts_with("<");
}

std::string place_of(const _PyInterpreterFrame* frame) {
  for (; frame != nullptr; frame = frame->previous) {
    PyCodeObject* code = code_of(frame);
    if (code == nullptr || !PyUnicode_IS_COMPACT_ASCII(code->co_filename)) continue;
    const std::string_view file = bytes_of(code->co_filename);
    if (is_of_torch(file)) continue;
    const int offset = _PyInterpreterFrame_LASTI(frame) * static_cast<int>(sizeof(_Py_CODEUNIT));
    const std::string_view name = file.substr(file.rfind('/') + 1);
    return std::string(name) + ":" + std::to_string(PyCode_Addr2Line(code, offset));
  }
  return "";
}

// Sites that this thread has recorded the ring of.
bool is_new(std::uint64_t site) {
  thread_local std::array<std::uint64_t, 512> recorded;
  std::uint64_t& entry = recorded[site % recorded.size()];
  if (entry == site) return false;
  entry = site;
  return true;
}

}  // namespace

std::uint64_t call_site(trace::RingWriter& ring) {
  const PyThreadState* thread = PyGILState_GetThisThreadState();
  if (thread == nullptr) return 0;
  const _PyInterpreterFrame* first = innermost(thread);
  std::uint64_t site = 0;
  int left = kFrames;
  for (const _PyInterpreterFrame* frame = first; frame != nullptr && left > 0;
       frame = frame->previous) {
    const PyCodeObject* code = code_of(frame);
    if (code == nullptr) continue;
    const auto instruction = static_cast<std::uint64_t>(_PyInterpreterFrame_LASTI(frame));
    site = (site ^ hash_of(code) ^ instruction) * 0x9e3779b97f4a7c15;
    site ^= site >> 29;
    --left;
  }
  if (site != 0 && is_new(site)) ring.add_site(site, place_of(first));
  return site;
}

#else

std::uint64_t call_site(trace::RingWriter&) {
  return 0;
}

#endif

}  // namespace gridlock::probe
