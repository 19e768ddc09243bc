// The paths of the installation, and the name by which the user called it.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::workspace {

struct Installation {
  std::filesystem::path root;      // the repository: cases/, matrix/
  std::filesystem::path binaries;  // folder of gridlock-agent and gridlock-zygote
  std::filesystem::path python;    // the Python with torch: GRIDLOCK_PYTHON or the build's
};
const Installation& installation();

// Returns how the user called this program ("./gridlock", "gridlock" or a path). Printed commands
// begin with it.
std::string program_name();

}  // namespace gridlock::workspace
