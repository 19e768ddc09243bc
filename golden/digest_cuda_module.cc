// The Python module gridlock_digest_cuda, which computes digests of a rank's tensors on its GPU for
// harness/rank/gridlock/train/digest_sums.py. The module does not depend on torch, because it
// receives tensors and streams as addresses.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "golden/digest_cuda.h"

namespace gridlock::golden {
namespace {

namespace py = pybind11;

// NOLINTBEGIN: Python passes addresses as integers.
template <typename T>
T* at(std::uintptr_t address) {
  return reinterpret_cast<T*>(address);
}
// NOLINTEND

void add(CudaLayout& layout, std::uint32_t digest, unsigned element_bytes, std::uint64_t first,
         std::vector<std::uint64_t> sizes, std::vector<std::uint64_t> strides) {
  layout.add(digest, element_bytes, {first, std::move(sizes), std::move(strides)});
}

py::bytes strip_bytes(const CudaLayout& layout) {
  return {reinterpret_cast<const char*>(layout.strips().data()),
          layout.strips().size() * sizeof(KernelStrip)};
}

void start(const CudaLayout& layout, const std::vector<std::uintptr_t>& addresses,
           std::uintptr_t strips, std::uintptr_t sums, std::uintptr_t stream) {
  layout.start(addresses, at<const KernelStrip>(strips), at<std::uint64_t>(sums),
               at<CUstream_st>(stream));
}

}  // namespace

PYBIND11_MODULE(gridlock_digest_cuda, module) {
  module.def("runs_here", &runs_here, "Whether the thread's device can run the kernel");
  py::class_<CudaLayout>(module, "Layout")
      .def(py::init())
      .def("add", &add, py::arg("digest"), py::arg("element_bytes"), py::arg("first"),
           py::arg("sizes"), py::arg("strides"))
      .def("strip_bytes", &strip_bytes)
      .def("start", &start, py::arg("addresses"), py::arg("strips"), py::arg("sums"),
           py::arg("stream"));
}

}  // namespace gridlock::golden
