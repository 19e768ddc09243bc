#include "minimizer/ranks/ending.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string_view>
#include <vector>

#include "minimizer/ranks/graph_oracle.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {
namespace {

// Returns whether Python's faulthandler ended the run because its time limit was reached.
bool ended_by_limit(const std::string& output) {
  return output.find("Timeout (") != std::string::npos;
}

// Returns the exception types of a traceback: "Unsupported" for "torch._dynamo.exc.Unsupported: …".
// A line may begin with the number of its rank.
std::vector<std::string> exceptions_in(const std::string& output) {
  static const std::regex kLine(
      R"((?:^|\n)(?:\[rank\d+\]: ?)?(?:\w+\.)*(\w*[A-Z]\w*)(?=: |\r?\n|$))");
  std::vector<std::string> types;
  for (std::sregex_iterator at(output.begin(), output.end(), kLine), end; at != end; ++at) {
    types.push_back((*at)[1]);
  }
  return types;
}

std::string words_for_end(int code, const std::string& output) {
  if (ended_by_limit(output)) return "it hangs";
  if (code == 0) return "it passes";
  if (const std::string verdict = printed_verdict(output); !verdict.empty()) return verdict;
  const auto types = exceptions_in(output);
  const auto error = std::ranges::find_if(types, [](const std::string& type) {
    return type.ends_with("Error") || type.ends_with("Exception");
  });
  return fmt::format("exit code {}{}", code, error == types.end() ? "" : ", " + *error);
}

bool shows(const Signature& signature, const std::string& output) {
  const std::string verdict = expected_verdict(signature);
  if (!verdict.empty()) return printed_verdict(output) == verdict;
  if (ended_by_limit(output) != (signature.kind != "crash")) return false;
  const std::string exception = field_of(signature, "exception");
  const bool raised = field_of(signature, "class") == "raised" && !exception.empty();
  return !raised || std::ranges::count(exceptions_in(output), exception) > 0;
}

}  // namespace

std::string printed_verdict(const std::string& output) {
  constexpr std::string_view kBegin = "verdict: ";
  const std::size_t begin = output.rfind(kBegin);
  if (begin == std::string::npos) return "";
  const std::string rest = output.substr(begin + kBegin.size());
  const std::string line = rest.substr(0, rest.find('\n'));
  return line.substr(0, line.find(": "));
}

std::string expected_verdict(const Signature& signature) {
  if (signature.kind == "wrong") return "wrong " + field_of(signature, "class");
  const bool checked = signature.kind == kNotCompiled || signature.kind == kBlowup;
  return checked ? signature.kind : "";
}

std::string plain_difference(const Signature& signature, int code, const std::string& output) {
  if (signature.kind == "desync") return "";
  return code != 0 && shows(signature, output) ? "" : words_for_end(code, output);
}

}  // namespace gridlock::minimizer
