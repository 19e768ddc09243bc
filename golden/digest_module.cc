// The Python module gridlock_digest, which computes digests of a rank's tensors in host memory for
// harness/rank/gridlock/train/digest_sums.py. The module does not depend on torch, because it
// receives tensors as addresses.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <map>
#include <stdexcept>

#include "golden/digest.h"

namespace gridlock::golden {
namespace {

namespace py = pybind11;

// For each tensor, its digest number and its place in the full tensor.
class Layout {
 public:
  void add(std::uint32_t digest, unsigned element_bytes, std::uint64_t first,
           std::vector<std::uint64_t> sizes, std::vector<std::uint64_t> strides) {
    tensors_.push_back({digest, element_bytes, {first, std::move(sizes), std::move(strides)}});
  }

  // Returns the digests, by number, of tensors whose contiguous elements begin at these addresses.
  std::map<std::uint32_t, std::uint64_t> digest(
      const std::vector<std::uintptr_t>& addresses) const {
    if (addresses.size() != tensors_.size())
      throw std::invalid_argument("digest: one address is needed for each tensor of the layout");
    std::map<std::uint32_t, std::uint64_t> sums;
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
      const Tensor& tensor = tensors_[i];
      const auto* data =
          reinterpret_cast<const void*>(addresses[i]);  // NOLINT: Python passes integers
      sums[tensor.digest] += golden::digest(data, tensor.element_bytes, tensor.place).sum;
    }
    return sums;
  }

 private:
  struct Tensor {
    std::uint32_t digest;
    unsigned element_bytes;
    Place place;
  };
  std::vector<Tensor> tensors_;
};

}  // namespace

PYBIND11_MODULE(gridlock_digest, module) {
  py::class_<Layout>(module, "Layout")
      .def(py::init())
      .def("add", &Layout::add, py::arg("digest"), py::arg("element_bytes"), py::arg("first"),
           py::arg("sizes"), py::arg("strides"))
      .def("digest", &Layout::digest, py::arg("addresses"));
}

}  // namespace gridlock::golden
