// Tells the program's own code from that of libraries, by file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::probe {

enum class Owner {
  kProgram,
  kLibrary,  // an installed package
  kHidden,   // torch, Python's own library, the probe, or generated code
};

struct OwnedFolder {
  std::string path;  // ends with a slash
  Owner owner;
};

// Sets whose code the files in these folders are. The first folder that contains a file decides, so
// a folder comes before the one that contains it. Files elsewhere are the program's. Only the first
// call has an effect. It must come before calls are recorded.
void set_owned_folders(std::vector<OwnedFolder> folders);

Owner owner_of(std::string_view file);

// Returns the name of a file for people: its path within the installed packages, such as
// "deepspeed/comm/torch.py", or the last part of its path, such as "train.py".
std::string_view shown_file(std::string_view file);

}  // namespace gridlock::probe
