#include "minimizer/ranks/failure.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

#include "harness/text/class_names.h"

namespace gridlock::minimizer {
namespace {

using nlohmann::json;

// Exceptions that Python raises in a script that has lost necessary lines.
constexpr std::array<std::string_view, 8> kBroken = {
    "SyntaxError", "IndentationError",    "NameError",         "UnboundLocalError",
    "ImportError", "ModuleNotFoundError", "FileNotFoundError", "AttributeError"};

// Parses signatures such as "deadlock:missing rank:all_gather:cp:forward". Leaves out the purpose
// of the group and the function, because inlining changes both.
Signature hang_of(const std::string& verdict, const std::vector<std::string>& parts) {
  Signature signature{verdict, {}};
  if (parts.size() > 1) signature.fields.emplace_back("class", parts[1]);
  if (parts.size() > 2) signature.fields.emplace_back("operation", parts[2]);
  return signature;
}

// Parses signatures such as "crash:raised:ValueError:load".
Signature crash_of(const json& outcome, const std::vector<std::string>& parts) {
  Signature signature{"crash", {{"class", outcome.value("class", "")}}};
  if (parts.size() > 2) signature.fields.emplace_back("exception", parts[2]);
  if (field_of(signature, "class") == "exited") {
    signature.fields.emplace_back("exit_code", std::to_string(outcome.value("exit_code", 0)));
  }
  const std::string error = outcome.value("error", "");
  if (!error.empty()) signature.fields.emplace_back("message", plain_message(error));
  return signature;
}

// Returns whether the run made no progress for an unknown reason, as may happen on a busy machine.
bool is_unexplained(const Signature& signature) {
  return signature.kind == "timeout" || signature.kind == "stall";
}

bool is_broken(const Signature& signature) {
  return std::ranges::any_of(signature.fields, [](const auto& field) {
    return field.first == "exception" && std::ranges::count(kBroken, field.second) > 0;
  });
}

}  // namespace

std::vector<std::string> parts_of(const std::string& signature) {
  std::vector<std::string> parts;
  std::istringstream stream(signature);
  for (std::string part; std::getline(stream, part, ':');) parts.push_back(part);
  return parts;
}

bool hangs_in_calls(const Signature& signature) {
  static constexpr std::array<std::string_view, 7> kOfCalls = {
      "missing rank",         "different order", "cross-group cycle", "mismatched operation",
      "mismatched arguments", "unmatched send",  "unmatched receive"};
  const bool hangs = signature.kind == "deadlock" || signature.kind == "desync";
  return hangs && std::ranges::count(kOfCalls, field_of(signature, "class")) > 0;
}

std::string plain_message(const std::string& message) {
  static const std::regex kQuoted(R"('[^']*'|"[^"]*")"), kPath(R"((/[\w.\-]+)+)"),
      kNumber(R"(0x[0-9a-f]+|(\B-)?\d+(\.\d+)?(e[+-]?\d+)?)");
  const std::string first_line = message.substr(0, message.find('\n'));
  const std::string unquoted = std::regex_replace(first_line, kQuoted, "'…'");
  const std::string plain =
      std::regex_replace(std::regex_replace(unquoted, kPath, "PATH"), kNumber, "N");
  return text::without_wrappers(plain);
}

std::optional<Signature> failure_of(const json& outcome) {
  const std::string verdict = outcome.value("verdict", "");
  if (verdict == "ended") return std::nullopt;
  const auto parts = parts_of(outcome.value("signature", ""));
  return verdict == "crash" ? crash_of(outcome, parts) : hang_of(verdict, parts);
}

Answer judge(const std::string& text, const Signature& wanted) {
  Answer answer;
  const json outcome = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!outcome.is_object() || outcome.value("verdict", "") == "interrupted") {
    answer.verdict = Verdict::kBusy;
    return answer;
  }
  answer.reason = outcome.value("sentence", "");
  if (outcome.value("proved", false)) answer.proved_ms = outcome.value("latency_ms", 0.0);
  answer.seen = failure_of(outcome);
  if (!answer.seen) {
    answer.verdict = Verdict::kPasses;
  } else if (*answer.seen == wanted) {
    answer.verdict = Verdict::kSame;
    answer.failures = 1;
  } else if (is_unexplained(*answer.seen)) {
    answer.verdict = Verdict::kSlow;
  } else {
    answer.verdict = is_broken(*answer.seen) ? Verdict::kInvalid : Verdict::kDifferent;
  }
  return answer;
}

}  // namespace gridlock::minimizer
