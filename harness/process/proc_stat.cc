#include "harness/process/proc_stat.h"

#include <fstream>
#include <sstream>
#include <string>

namespace gridlock::process {

// The format is "pid (name) state ppid …", and the number of threads is the 20th field. The name
// may contain any characters, so the fields are read from the last parenthesis.
ProcStat read_stat(pid_t process) {
  constexpr int kBetween = 15;  // fields between ppid and the number of threads
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(line.substr(name_end + 1));
  ProcStat stat;
  fields >> stat.state >> stat.parent;
  std::string skipped;
  for (int i = 0; i < kBetween; ++i) fields >> skipped;
  fields >> stat.threads;
  return stat;
}

}  // namespace gridlock::process
