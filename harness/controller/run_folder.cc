#include "harness/controller/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <stdexcept>

#include "harness/process/fd.h"

namespace gridlock::controller {

std::filesystem::path RunFolder::evidence(const std::string& cell, int repetition) {
  std::string name = cell;
  std::replace(name.begin(), name.end(), '/', '_');
  if (repetition > 0) name += "-again" + std::to_string(repetition);
  return std::filesystem::path("evidence") / name;
}

void RunFolder::set_aside() const {
  if (!has_results()) return;
  const process::Fd file(open(results().c_str(), O_RDWR | O_CLOEXEC));
  if (file && flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    throw std::runtime_error("another run writes to " + root_.string() +
                             "; choose another folder with --out");
  }
  std::filesystem::path previous = root_;
  previous += ".previous";
  std::filesystem::remove_all(previous);
  std::filesystem::rename(root_, previous);
}

}  // namespace gridlock::controller
