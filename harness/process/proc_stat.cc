#include "harness/process/proc_stat.h"

#include <charconv>
#include <fstream>
#include <string>

namespace gridlock::process {

// The format is "pid (name) state ppid …". The name may contain any characters, so the fields are
// counted from the last parenthesis.
ProcStat read_stat(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos || line.size() < name_end + 5) return {};
  ProcStat stat{.state = line[name_end + 2]};
  std::from_chars(line.data() + name_end + 4, line.data() + line.size(), stat.parent);
  return stat;
}

}  // namespace gridlock::process
