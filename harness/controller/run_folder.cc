#include "harness/controller/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>

#include "harness/process/fd.h"

namespace gridlock::controller {

std::filesystem::path RunFolder::evidence(const std::string& cell, int repetition) {
  std::string name = cell;
  std::replace(name.begin(), name.end(), '/', '_');
  if (repetition > 0) name += "-again" + std::to_string(repetition);
  return std::filesystem::path("evidence") / name;
}

std::filesystem::path RunFolder::tensor_trace(std::size_t cell, int repetition) const {
  return root_ / "taps" / (std::to_string(cell) + "." + std::to_string(repetition));
}

std::filesystem::path RunFolder::initial_state(std::size_t cell, int repetition) const {
  return tensor_trace(cell, repetition) / "initial.safetensors";
}

bool RunFolder::has_results() const {
  std::error_code none;
  const auto size = std::filesystem::file_size(results(), none);
  return !none && size > 0;
}

bool RunFolder::is_in_use() const {
  const process::Fd file(open(results().c_str(), O_RDONLY | O_CLOEXEC));
  return file && flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace gridlock::controller
