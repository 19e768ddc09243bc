// The Python module gridlock_digest: digests of what a rank holds, called by
// harness/rank/gridlock/train/digests.py. Knows no torch: tensors are addresses.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <stdexcept>

#include "golden/digest.h"

namespace gridlock::golden {
namespace {

namespace py = pybind11;

// Where tensors of one kind lie in the digest, in their order.
class Layout {
 public:
  void add(unsigned element_bytes, std::uint64_t first, std::vector<std::uint64_t> sizes,
           std::vector<std::uint64_t> strides) {
    places_.push_back({element_bytes, {first, std::move(sizes), std::move(strides)}});
  }

  // Of tensors whose elements begin at these addresses, one behind the other.
  std::pair<std::uint64_t, std::uint64_t> digest(
      const std::vector<std::uintptr_t>& addresses) const {
    if (addresses.size() != places_.size())
      throw std::invalid_argument("digest: a layout of other tensors");
    Digest total;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto* data =
          reinterpret_cast<const void*>(addresses[i]);  // NOLINT: Python has no other
      total += golden::digest(data, places_[i].element_bytes, places_[i].place);
    }
    return {total.sum, total.bytes};
  }

 private:
  struct Tensor {
    unsigned element_bytes;
    Place place;
  };
  std::vector<Tensor> places_;
};

}  // namespace

PYBIND11_MODULE(gridlock_digest, module) {
  py::class_<Layout>(module, "Layout")
      .def(py::init())
      .def("add", &Layout::add, py::arg("element_bytes"), py::arg("first"), py::arg("sizes"),
           py::arg("strides"))
      .def("digest", &Layout::digest, py::arg("addresses"));
}

}  // namespace gridlock::golden
