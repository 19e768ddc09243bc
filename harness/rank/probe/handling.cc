#include "harness/rank/probe/handling.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>
#include <string>

#include "harness/trace/hash.h"

namespace gridlock::probe {
namespace {

PyObject* describer = nullptr;  // never released: threads may use it until the process ends

// Identifies an exception: its address and a hash of its contents. The address is not enough,
// because a later exception may be allocated at the same address.
struct Identity {
  const trace::RingWriter* ring = nullptr;
  const PyObject* error = nullptr;
  std::uint64_t contents = 0;

  bool operator==(const Identity&) const = default;
};

constexpr int kMostTraceback = 8;

std::uint64_t address(const void* object) {
  return reinterpret_cast<std::uintptr_t>(object);
}

// Adds an argument of an exception to the hash: its address, and its contents if it is a text or a
// number. The message of an exception consists of such arguments.
void add_argument(PyObject* argument, trace::Hash& hash) {
  hash.add(address(argument));
  if (argument == nullptr) return;
  if (PyUnicode_Check(argument) && PyUnicode_IS_COMPACT_ASCII(argument)) {
    hash.add({static_cast<const char*>(PyUnicode_DATA(argument)),
              static_cast<std::size_t>(PyUnicode_GET_LENGTH(argument))});
  } else if (PyLong_Check(argument) || PyFloat_Check(argument)) {
    const PyTypeObject* type = Py_TYPE(argument);
    const auto size = static_cast<std::size_t>(type->tp_basicsize + type->tp_itemsize);
    hash.add({reinterpret_cast<const char*>(argument) + sizeof(PyObject), size - sizeof(PyObject)});
  }
}

std::uint64_t contents_of(const PyObject* error) {
  const auto* base = reinterpret_cast<const PyBaseExceptionObject*>(error);
  trace::Hash hash;
  hash.add(address(Py_TYPE(error)));
  for (Py_ssize_t i = 0; base->args != nullptr && i < PyTuple_GET_SIZE(base->args); ++i) {
    add_argument(PyTuple_GET_ITEM(base->args, i), hash);
  }
  const auto* traceback = reinterpret_cast<const PyTracebackObject*>(base->traceback);
  for (int i = 0; traceback != nullptr && i < kMostTraceback; ++i, traceback = traceback->tb_next) {
    hash.add(address(traceback->tb_frame)).add(static_cast<std::uint64_t>(traceback->tb_lasti));
  }
  return hash.wide();
}

// Returns the exception that the thread handles, or null. Needs no lock: the thread is in a call,
// so its state and the objects that it refers to do not change.
PyObject* handled_by(const PyThreadState* thread) {
  for (const _PyErr_StackItem* item = thread->exc_info; item != nullptr;
       item = item->previous_item) {
    PyObject* error = item->exc_value;
    if (error != nullptr && error != Py_None) {
      return PyExceptionInstance_Check(error) ? error : nullptr;
    }
  }
  return nullptr;
}

Identity identity_of(const trace::RingWriter& ring, const PyObject* error) {
  return error == nullptr ? Identity{} : Identity{&ring, error, contents_of(error)};
}

trace::Handling split(const std::string& text) {
  const std::size_t end = text.find('\n');
  return {text.substr(0, end), end == text.npos ? "" : text.substr(end + 1)};
}

trace::Handling described(PyObject* error) {
  PyObject *type, *value, *traceback;  // the error of a call that is about to fail
  PyErr_Fetch(&type, &value, &traceback);
  trace::Handling handling;
  PyObject* text = PyObject_CallFunctionObjArgs(describer, error, nullptr);
  const char* bytes = text != nullptr ? PyUnicode_AsUTF8(text) : nullptr;
  if (bytes != nullptr) handling = split(bytes);
  Py_XDECREF(text);
  PyErr_Restore(type, value, traceback);
  return handling;
}

bool is_finalizing() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

void tell(trace::RingWriter& ring, PyObject* error) {
  if (error == nullptr) return ring.handle({});
  if (describer == nullptr || is_finalizing()) return;
  const PyGILState_STATE state = PyGILState_Ensure();
  Py_INCREF(error);
  ring.handle(described(error));
  Py_DECREF(error);
  PyGILState_Release(state);
}

}  // namespace

void set_exception_describer(void* describe) {
  auto* function = static_cast<PyObject*>(describe);
  Py_XINCREF(function);
  Py_XSETREF(describer, function);
}

void tell_exception(trace::RingWriter& ring) {
  thread_local Identity told;
  const PyThreadState* thread = PyGILState_GetThisThreadState();
  PyObject* error = thread != nullptr ? handled_by(thread) : nullptr;
  if (error == nullptr && told.error == nullptr) return;
  const Identity now = identity_of(ring, error);
  if (now == told) return;
  told = now;  // set first, because describing the exception may record calls
  tell(ring, error);
}

}  // namespace gridlock::probe
