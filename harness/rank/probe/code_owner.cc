#include "harness/rank/probe/code_owner.h"

#include <algorithm>
#include <utility>

namespace gridlock::probe {
namespace {

std::vector<OwnedFolder>& folders() {
  static std::vector<OwnedFolder> all;
  return all;
}

const OwnedFolder* folder_of(std::string_view file) {
  const auto found = std::ranges::find_if(
      folders(), [&](const OwnedFolder& folder) { return file.starts_with(folder.path); });
  return found == folders().end() ? nullptr : &*found;
}

}  // namespace

void set_owned_folders(std::vector<OwnedFolder> given) {
  if (folders().empty()) folders() = std::move(given);
}

Owner owner_of(std::string_view file) {
  const bool is_generated = file.starts_with('<') || file.find("torchinductor_") != file.npos;
  if (is_generated) return Owner::kHidden;
  const OwnedFolder* folder = folder_of(file);
  return folder == nullptr ? Owner::kProgram : folder->owner;
}

std::string_view shown_file(std::string_view file) {
  const OwnedFolder* folder = folder_of(file);
  if (folder != nullptr && folder->owner == Owner::kLibrary)
    return file.substr(folder->path.size());
  return file.substr(file.rfind('/') + 1);
}

}  // namespace gridlock::probe
