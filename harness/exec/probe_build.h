// The probe that fits the ranks' torch: the one that was built with gridlock where they share it,
// else one of their own, built once and kept in the user's cache.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gridlock::exec {

// What a probe depends on: "torch-2.11.0-cpython-311". "" where the Python has no torch.
std::string torch_of(const std::filesystem::path& python);

struct ProbeSources {
  std::filesystem::path root;      // the repository
  std::filesystem::path python;    // that gridlock was built for
  std::filesystem::path built_in;  // its probe
};

struct FittingProbe {
  std::filesystem::path probe;
  std::string torch;  // that it fits, as torch_of() says
};

// The probe for the torch of `python`. Says through `say` when it builds one, which takes a minute.
// Throws std::runtime_error where `python` has no torch or the build fails, naming the log.
FittingProbe probe_for(const std::filesystem::path& python, const ProbeSources& sources,
                       const std::function<void(const std::string&)>& say);

}  // namespace gridlock::exec
