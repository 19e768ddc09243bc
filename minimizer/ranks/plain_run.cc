#include "minimizer/ranks/plain_run.h"

#include <sys/wait.h>

#include "harness/process/log.h"
#include "harness/process/process_tree.h"

namespace gridlock::minimizer {

std::map<std::string, std::string> ColdCaches::environment(const Launch& launch) const {
  std::map<std::string, std::string> variables(launch.environment.begin(),
                                               launch.environment.end());
  variables["TORCHINDUCTOR_CACHE_DIR"] = folder_.path() / "inductor";
  variables["TRITON_CACHE_DIR"] = folder_.path() / "triton";
  return variables;
}

PlainRun::PlainRun(const std::filesystem::path& python, const std::filesystem::path& script,
                   const Launch& launch, int limit)
    : output_(process::make_log()) {
  process::Program program;
  program.arguments = {python, script};
  program.arguments.insert(program.arguments.end(), launch.arguments.begin(),
                           launch.arguments.end());
  program.environment = caches_.environment(launch);
  program.environment["HANG_LIMIT"] = std::to_string(limit);
  program.standard_output = output_.get();
  program.dies_with_parent = true;
  pid_ = process::spawn(program);
}

PlainRun::~PlainRun() {
  if (!exit_code()) process::kill_child(pid_);
}

std::optional<int> PlainRun::exit_code() {
  int status = 0;
  if (!code_ && waitpid(pid_, &status, WNOHANG) == pid_) code_ = process::exit_code_of(status);
  return code_;
}

std::string PlainRun::output() const {
  return process::read_log(output_.get());
}

}  // namespace gridlock::minimizer
