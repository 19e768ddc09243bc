#include "minimizer/problem.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace gridlock::minimizer {

int line_count(const Candidate& candidate) {
  std::istringstream lines(candidate.text);
  int count = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) ++count;
  return count;
}

std::string to_string(const Signature& signature) {
  std::string text = signature.kind;
  for (const auto& [name, value] : signature.fields) text += " " + name + "=" + value;
  return text;
}

std::string field_of(const Signature& signature, std::string_view name) {
  const auto field =
      std::ranges::find(signature.fields, name, [](const auto& f) { return f.first; });
  return field == signature.fields.end() ? "" : field->second;
}

std::string headline(const Signature& signature) {
  std::string call = field_of(signature, "operation");
  // The operations of mismatched calls are joined: "all_reduce|barrier".
  for (std::size_t at = 0; (at = call.find('|', at)) != std::string::npos;) {
    call.replace(at, 1, ", ");
  }
  const std::string kind = field_of(signature, "class"), raised = field_of(signature, "exception"),
                    message = field_of(signature, "message"),
                    code = field_of(signature, "exit_code");
  std::string what = kind;
  if (!message.empty() || kind == "raised") {
    what = message.empty() ? raised : message;
  } else if (!raised.empty()) {
    what += " by " + raised;  // `raised` is a signal
  } else if (!code.empty()) {
    what += " with code " + code;
  }
  if (!call.empty()) what += (what.empty() ? "(" : " (") + call + ")";
  return signature.kind + (what.empty() ? "" : ": " + what);
}

fields::Words<Verdict> words(Verdict) {
  static constexpr std::array<std::pair<Verdict, const char*>, 7> kVerdicts{{
      {Verdict::kSame, "same"},
      {Verdict::kDifferent, "different"},
      {Verdict::kPasses, "passes"},
      {Verdict::kInvalid, "invalid"},
      {Verdict::kFlaky, "flaky"},
      {Verdict::kSlow, "slow"},
      {Verdict::kBusy, "busy"},
  }};
  return kVerdicts;
}

bool is_lasting(Verdict verdict) {
  return verdict != Verdict::kSlow && verdict != Verdict::kBusy;
}

}  // namespace gridlock::minimizer
