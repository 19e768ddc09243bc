// The folder in which gridlock exec writes the evidence of a hang or a failure.
#pragma once

#include <filesystem>
#include <optional>

namespace gridlock::exec {

class EvidenceFolder {
 public:
  // `named` is the folder that the user has named. If it is "" when path() is called for the first
  // time, a new folder is created. It must outlive this object.
  explicit EvidenceFolder(const std::filesystem::path& named) : named_(named) {}

  // Returns the folder. A folder that the user has named may not exist yet. A folder that the user
  // has not named is new: gridlock-hang-XXXXXX in the current folder, or in the folder of temporary
  // files if the current one is not writable. Only this user can access it, because anybody may be
  // able to write to the folder around it. Returns nullopt if it cannot be created.
  std::optional<std::filesystem::path> path();
  // Returns what path() has returned, or "" if it has not been called.
  const std::filesystem::path& used() const { return used_; }

 private:
  const std::filesystem::path& named_;
  std::filesystem::path used_;
};

// Removes the files that an earlier gridlock exec wrote to a folder that the user has named, so
// that nobody takes them for evidence of this job. Removes nothing else.
void remove_old_evidence(const std::filesystem::path& folder);

}  // namespace gridlock::exec
