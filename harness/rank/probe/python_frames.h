// Reads the frames of a Python thread. Their layout depends on the version of the interpreter.
// Include Python.h first. GRIDLOCK_KNOWS_FRAMES is defined if the version is supported.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>

#if PY_VERSION_HEX < 0x030B0000
#include <frameobject.h>
#define GRIDLOCK_KNOWS_FRAMES
#elif PY_VERSION_HEX < 0x030E0000
#define Py_BUILD_CORE
#include <internal/pycore_frame.h>
#define GRIDLOCK_KNOWS_FRAMES
#elif PY_VERSION_HEX < 0x03100000 && !defined(Py_GIL_DISABLED)
#define Py_BUILD_CORE
#include <internal/pycore_interpframe_structs.h>
#define GRIDLOCK_KNOWS_FRAMES
#endif

#ifdef GRIDLOCK_KNOWS_FRAMES
namespace gridlock::probe {

#if PY_VERSION_HEX < 0x030B0000

using PythonFrame = PyFrameObject;
inline constexpr bool kQualifiedNames = false;

inline const PythonFrame* innermost(const PyThreadState* thread) {
  return thread->frame;
}
inline const PythonFrame* caller(const PythonFrame* frame) {
  return frame->f_back;
}
inline PyCodeObject* code_of(const PythonFrame* frame) {
  return frame->f_code;
}
inline PyObject* name_of(const PyCodeObject* code) {
  return code->co_name;
}
inline int instruction(const PythonFrame* frame) {
  return frame->f_lasti;
}
inline PyObject* first_local(const PythonFrame* frame) {
  return frame->f_localsplus[0];
}

#else

using PythonFrame = _PyInterpreterFrame;
inline constexpr bool kQualifiedNames = true;

inline const PythonFrame* innermost(const PyThreadState* thread) {
#if PY_VERSION_HEX >= 0x030D0000
  return thread->current_frame;
#else
  return thread->cframe->current_frame;
#endif
}
inline const PythonFrame* caller(const PythonFrame* frame) {
  return frame->previous;
}
#if PY_VERSION_HEX >= 0x030E0000
// Returns the object of a reference on the interpreter's stack, whose lowest bits are tags.
inline PyObject* object_of(_PyStackRef reference) {
  constexpr std::uintptr_t kTags = 3;
  return reinterpret_cast<PyObject*>(reference.bits & ~kTags);
}
#else
inline PyObject* object_of(PyObject* reference) {
  return reference;
}
#endif
// Returns the code object of the frame, or null for an internal frame of the interpreter.
inline PyCodeObject* code_of(const PythonFrame* frame) {
#if PY_VERSION_HEX >= 0x030D0000
  PyObject* code = object_of(frame->f_executable);
  return code != nullptr && PyCode_Check(code) ? reinterpret_cast<PyCodeObject*>(code) : nullptr;
#elif PY_VERSION_HEX >= 0x030C0000
  return frame->owner == FRAME_OWNED_BY_CSTACK ? nullptr : frame->f_code;
#else
  return frame->f_code;
#endif
}
inline PyObject* name_of(const PyCodeObject* code) {
  return code->co_qualname;
}
// Returns the frame's current instruction, as an offset in code units. Python 3.13 requires a
// mutable frame but does not change it.
inline int instruction(const PythonFrame* frame) {
#if PY_VERSION_HEX >= 0x030E0000
  const auto* first = reinterpret_cast<const _Py_CODEUNIT*>(code_of(frame)->co_code_adaptive);
  return static_cast<int>(frame->instr_ptr - first);
#else
  return _PyInterpreterFrame_LASTI(const_cast<PythonFrame*>(frame));
#endif
}
inline PyObject* first_local(const PythonFrame* frame) {
  return object_of(frame->localsplus[0]);
}

#endif

}  // namespace gridlock::probe
#endif
