#include "harness/rank/probe/passes.h"

#include <algorithm>
#include <array>

#include "harness/rank/probe/modules.h"

namespace gridlock::probe {
namespace {

struct RoleRule {
  std::string_view file;      // suffix of its path
  std::string_view function;  // prefix of its qualified name
  std::string_view plain;     // prefix of its plain name; "" = any function of the file
  Role role;
};

constexpr std::array kRoles = std::to_array<RoleRule>({
    {"/torch/nn/modules/module.py", "Module._call_impl", "_call_impl", Role::kModule},
    {"/torch/nn/modules/module.py", "Module._wrapped_call_impl", "_wrapped_call_impl",
     Role::kModule},
    {"/torch/autograd/graph.py", "_engine_run_backward", "_engine_run_backward", Role::kEngine},
    {"/torch/optim/optimizer.py", "Optimizer.profile_hook_step", "wrapper", Role::kOptimizer},
    {"/fsdp/_fully_shard/_fsdp_param_group.py", "FSDPParamGroup.", "", Role::kParameterGroup},
    {"/fsdp/_flat_param.py", "FlatParamHandle.", "", Role::kParameterGroup},
    {"/fsdp/_runtime_utils.py", "_reduce_grad", "_reduce_grad", Role::kParameterGroup},
});

}  // namespace

Role role_of(std::string_view file, std::string_view function, bool qualified) {
  const auto rule = std::ranges::find_if(kRoles, [&](const RoleRule& candidate) {
    return file.ends_with(candidate.file) &&
           function.starts_with(qualified ? candidate.function : candidate.plain);
  });
  return rule != kRoles.end() ? rule->role : Role::kNone;
}

void Passes::look_at(Role role, std::uintptr_t first_argument) {
  if (role == Role::kParameterGroup && module_ == 0) module_ = module_at(first_argument);
  engine_ |= role == Role::kEngine;
  optimizer_ |= role == Role::kOptimizer && !engine_;  // a closure's backward is not the optimizer
  module_called_ |= role == Role::kModule;
}

trace::Pass Passes::pass(bool in_backward) const {
  if (optimizer_) return trace::Pass::kOptimizer;
  if (in_backward) return trace::Pass::kBackward;
  return module_called_ ? trace::Pass::kForward : trace::Pass::kUnknown;
}

}  // namespace gridlock::probe
