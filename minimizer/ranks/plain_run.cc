#include "minimizer/ranks/plain_run.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <regex>
#include <string_view>

#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "minimizer/ranks/graph_oracle.h"

namespace gridlock::minimizer {
namespace {

constexpr const char* kLauncher = R"(import os, subprocess, sys
if "RANK" not in os.environ:  # starts its ranks itself
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    sys.exit(subprocess.call([*torchrun, "--nproc-per-node", "{}", *sys.argv]))
)";
constexpr std::string_view kEndsLater = "\nfaulthandler.dump_traceback_later(";
constexpr const char* kLimit = R"(# A rank that hangs prints where, and ends.
import faulthandler
faulthandler.dump_traceback_later(float(os.environ.get("HANG_LIMIT", {})), exit=True)
)";

// "torch._dynamo.exc.Unsupported: …" of a traceback; ranks may have their number in front.
std::vector<std::string> exceptions_in(const std::string& output) {
  static const std::regex kLine(
      R"((?:^|\n)(?:\[rank\d+\]: ?)?(?:\w+\.)*(\w*[A-Z]\w*)(?=: |\r?\n|$))");
  std::vector<std::string> types;
  for (std::sregex_iterator at(output.begin(), output.end(), kLine), end; at != end; ++at) {
    types.push_back((*at)[1]);
  }
  return types;
}

bool ended_by_limit(const std::string& output) {
  return output.find("Timeout (") != std::string::npos;
}

std::string launcher_for(int ranks, const Checks& checks) {
  if (checks.comparison) return comparing_launcher(*checks.comparison, ranks);
  if (checks.growth) return measuring_launcher(*checks.growth, ranks);
  return fmt::format(kLauncher, ranks) + (checks.not_compiled ? capture_check() : "");
}

std::string words_for_end(int code, const std::string& output) {
  if (ended_by_limit(output)) return "it hangs";
  const auto types = exceptions_in(output);
  const auto error = std::ranges::find_if(types, [](const std::string& type) {
    return type.ends_with("Error") || type.ends_with("Exception");
  });
  if (code == 0) return "it passes";
  return fmt::format("exit code {}{}", code, error == types.end() ? "" : ", " + *error);
}

}  // namespace

std::string with_launcher(const Candidate& candidate, const Checks& checks, int limit) {
  // `from __future__` must stay in front.
  constexpr std::string_view kFuture = "from __future__ import ";
  std::size_t start = 0;
  if (candidate.text.starts_with(kFuture)) start = candidate.text.find('\n') + 1;
  std::string text = candidate.text;
  text.insert(start,
              launcher_for(candidate.launch.ranks, checks) + fmt::format(kLimit, limit) + "\n");
  return text;
}

std::string without_limit(const std::string& script) {
  std::string text = script;
  const std::size_t begin = text.find(kEndsLater);
  if (begin != std::string::npos)
    text.replace(begin + 1, text.find('\n', begin + 1) - begin - 1, "#");
  return text;
}

std::string plain_difference(const Signature& signature, int code, const std::string& output) {
  if (signature.kind == "desync") return "";
  if (signature.kind == "wrong") {
    const std::string line = "wrong: " + field_of(signature, "class");
    return code == 1 && output.find(line) != std::string::npos ? "" : words_for_end(code, output);
  }
  if (signature.kind == kNotCompiled || signature.kind == kBlowup) {
    const char* line = signature.kind == kBlowup ? "blow-up: " : "not compiled: ";
    const bool told = output.find(line) != std::string::npos;
    return code != 0 && told ? "" : words_for_end(code, output);
  }
  const std::string exception = field_of(signature, "exception");
  const bool raised = field_of(signature, "class") == "raised" && !exception.empty();
  bool shows = code != 0;
  if (signature.kind != "crash") shows = shows && ended_by_limit(output);
  if (signature.kind == "crash") shows = shows && !ended_by_limit(output);
  if (raised) shows = shows && std::ranges::count(exceptions_in(output), exception) > 0;
  return shows ? "" : words_for_end(code, output);
}

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
