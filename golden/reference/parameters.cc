#include "golden/reference/parameters.h"

#include <ATen/ops/tensor.h>

#include <vector>

#include "golden/tensor_file.h"
#include "golden/write_tensor_file.h"

namespace gridlock::golden::reference {
namespace {

at::Tensor tensor_of(const StoredTensor& stored) {
  const std::vector<std::int64_t> sizes(stored.sizes.begin(), stored.sizes.end());
  return at::tensor(stored.values(), at::kDouble).reshape(sizes);
}

DoubleTensor stored_form_of(const at::Tensor& parameter) {
  const at::Tensor flat = parameter.contiguous();
  const auto* values = flat.const_data_ptr<double>();
  return {{flat.sizes().begin(), flat.sizes().end()}, {values, values + flat.numel()}};
}

}  // namespace

Parameters read_parameters(const std::filesystem::path& path) {
  const TensorFile file(path);
  Parameters parameters;
  for (const auto& [name, stored] : file.tensors()) parameters.emplace(name, tensor_of(stored));
  return parameters;
}

Parameters cast_to(const std::string& precision, const Parameters& parameters) {
  const at::ScalarType type = precision == "bf16"   ? at::kBFloat16
                              : precision == "fp16" ? at::kHalf
                                                    : at::kDouble;
  Parameters cast;
  for (const auto& [name, parameter] : parameters)
    cast.emplace(name, parameter.detach().to(type).to(at::kDouble).set_requires_grad(true));
  return cast;
}

Shapes shapes_of(const Parameters& parameters) {
  Shapes shapes;
  for (const auto& [name, parameter] : parameters) shapes[name] = parameter.sizes().vec();
  return shapes;
}

void write_parameters(const std::filesystem::path& path, const Parameters& parameters) {
  std::map<std::string, DoubleTensor> tensors;
  for (const auto& [name, parameter] : parameters) tensors.emplace(name, stored_form_of(parameter));
  write_tensor_file(path, tensors);
}

}  // namespace gridlock::golden::reference
