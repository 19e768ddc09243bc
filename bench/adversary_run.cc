#include "bench/adversary_run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/text/columns.h"
#include "harness/verdict/verdict.h"

namespace gridlock::bench {
namespace {

// The standard axes of all cases, without world_size. They have the same value in all rows, so
// AdversaryRun::axes leaves them out.
const std::set<std::string> kStandardAxes = {"precision",
                                             "device",
                                             "cp",
                                             "rotation",
                                             "load_balance",
                                             "compile",
                                             "scope",
                                             "backend",
                                             "dynamic",
                                             "fsdp",
                                             "hash_seed",
                                             "layers",
                                             "activation_checkpointing"};

// Returns a field of the record, or of its finding about a hang. Returns `otherwise` if neither has
// the field.
template <typename T>
T field(const verdict::Json& record, const char* name, T otherwise) {
  for (const verdict::Json* json : {&record, &record["hang"]}) {
    if (json->is_object() && json->contains(name) && !json->at(name).is_null()) {
      return json->at(name).get<T>();
    }
  }
  return otherwise;
}

}  // namespace

bool AdversaryRun::right() const {
  if (truth == "deadlock") return answer == "proved" || answer == "likely";
  return answer == truth;
}

AdversaryRun adversary_run(const verdict::CellRecord& record, const std::string& truth,
                           const std::string& evidence) {
  const verdict::Json json = verdict::to_json(record);
  AdversaryRun run;
  run.row = record.cell;
  for (const auto& [axis, value] : record.axes) {
    if (!kStandardAxes.contains(axis)) run.axes.emplace_back(axis, matrix::to_string(value));
  }
  run.truth = truth;
  run.answer = verdict::name(record.verdict);
  if (run.answer == "deadlock") run.answer = field(json, "proved", true) ? "proved" : "likely";
  run.doubt = field(json, "doubt", std::string());
  run.sentence = record.sentence;
  run.evidence = record.evidence.empty() ? "" : evidence;
  run.seconds = record.seconds;
  return run;
}

nlohmann::ordered_json to_json(const AdversaryRun& run) {
  nlohmann::ordered_json json = {{"row", run.row}, {"axes", nlohmann::ordered_json::object()}};
  for (const auto& [axis, value] : run.axes) json["axes"][axis] = value;
  json["truth"] = run.truth;
  json["answer"] = run.answer;
  json["false_proof"] = run.false_proof();
  json["right"] = run.right();
  json["doubt"] = run.doubt;
  json["seconds"] = run.seconds;
  json["sentence"] = run.sentence;
  json["script"] = run.script;
  json["evidence"] = run.evidence;
  return json;
}

// Replaces names and numbers in a doubt: "thread uploader of rank 0 waits for child process 4711"
// becomes "waits for child process N".
std::string doubt_category(const std::string& doubt) {
  const std::string of_rank = " of rank ";
  const auto owner = doubt.find(of_rank);
  std::string text = doubt;
  if (owner != doubt.npos) {
    const auto verb = doubt.find(' ', owner + of_rank.size());
    if (verb != doubt.npos) text = doubt.substr(verb + 1);
  }
  std::string category;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) category += c;
    if (digit && !category.ends_with('N')) category += 'N';
  }
  return category;
}

std::string adversary_heading() {
  return fmt::format("{:1} {:<72}{:>9}{:>9}{:>7}", "", "row", "truth", "verdict", "s");
}

std::string line(const AdversaryRun& run) {
  // run.axes has only the case's own axes.
  std::string words;
  for (const auto& [axis, value] : run.axes) words += words.empty() ? value : "." + value;
  std::string text = fmt::format("{:1} {:<72}{:>9}{:>9}{:>7.1f}", run.right() ? " " : "!",
                                 text::cut_middle(words, 71), run.truth, run.answer, run.seconds);
  if (run.right()) return text;
  text += "\n" + text::cut("    " + run.sentence, 100);
  if (!run.false_proof()) return text;
  return text + fmt::format("\n    FALSE PROOF of {}\n    script {}\n    evidence {}", run.row,
                            run.script, run.evidence);
}

}  // namespace gridlock::bench
