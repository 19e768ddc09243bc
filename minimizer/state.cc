#include "minimizer/state.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "harness/fields/read.h"
#include "harness/fields/variants.h"
#include "harness/fields/write.h"
#include "harness/process/files.h"
#include "minimizer/state_fields.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Line = std::variant<ProblemLine, AnswerLine, Accepted, Necessary>;

constexpr const char* kJournal = "journal.jsonl";
constexpr const char* kBest = "best.json";
constexpr const char* kByCatch = "by_catch";

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw StateError(file.string() + ": " + why +
                   ". Delete the folder to start again, or choose another folder");
}

template <typename T>
T read_file(const fs::path& file) {
  try {
    return fields::from_json<T>(Json::parse(process::read_text(file)));
  } catch (const std::exception& error) {
    refuse(file, std::string("is damaged: ") + error.what());
  }
}

template <typename T>
std::string one_line(const T& value) {
  return fields::to_json<Json>(value).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Reads the journal into `known`, one line at a time.
struct Reader {
  Known& known;
  const Key& problem;
  bool begun = false;

  void operator()(const ProblemLine& line) {
    if (line.key != problem)
      throw StateError("the folder holds the search of another script or failure");
    begun = true;
  }
  void operator()(const AnswerLine& line) { known.answers[line.key] = line.answer; }
  void operator()(const Accepted& line) {
    known.accepted.insert(line.key);
    known.steps.push_back(line.candidate);
  }
  void operator()(const Necessary& line) { known.necessary.insert(line); }
};

// Returns the complete lines of the journal. The last line may be incomplete.
std::vector<std::string> whole_lines(const fs::path& file) {
  const std::string text = process::read_text(file);
  std::vector<std::string> lines;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(text.substr(at, end - at));
  return lines;
}

void read_journal(const fs::path& file, const Key& problem, Known& known) {
  Reader reader{known, problem};
  std::uintmax_t size = 0;
  int number = 0;
  for (const std::string& line : whole_lines(file)) {
    ++number;
    size += line.size() + 1;
    try {
      std::visit(reader, fields::one_of<Line>(Json::parse(line)));
      if (!reader.begun)
        throw StateError("the first line does not name the script and its failure");
    } catch (const std::exception& error) {
      refuse(file, "line " + std::to_string(number) + ": " + error.what());
    }
  }
  fs::resize_file(file, size);
}

std::string key_of(const Problem& problem) {
  return key_of(problem.canonical + "\n" + to_string(problem.signature), problem.original.launch);
}

}  // namespace

State::State(fs::path folder, const Problem& problem) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_ / kByCatch, error);
  if (error) refuse(folder_, "cannot be created: " + error.message());
  const fs::path file = folder_ / kJournal;
  const Key key = key_of(problem);
  const bool old = fs::exists(file);
  if (old) read(key);
  journal_.open(file, std::ios::app | std::ios::binary);
  if (!old || fs::file_size(file) == 0) append(one_line(ProblemLine{key, problem.signature}));
}

void State::read(const Key& problem) {
  read_journal(folder_ / kJournal, problem, known_);
  if (fs::exists(folder_ / kBest)) {
    known_.best = read_file<Best>(folder_ / kBest);
    // The last run may have been interrupted between writing the two files. The journal then lacks
    // the last step.
    if (known_.accepted.insert(known_.best->key).second) {
      known_.steps.push_back(known_.best->candidate);
    }
  }
  for (int index = 0;; ++index) {
    const fs::path file = folder_ / kByCatch / (std::to_string(index) + ".json");
    if (!fs::exists(file)) break;
    known_.by_catch.push_back(read_file<ByCatch>(file));
  }
}

void State::answered(const Key& key, const Answer& answer) {
  append(one_line(AnswerLine{key, answer}));
}

void State::accepted(const Accepted& step) {
  replace(folder_ / kBest, one_line(Best{step.key, step.candidate}));
  replace(folder_ / "best.py", step.candidate.text);
  append(one_line(step));
}

void State::necessary(const Necessary& place) {
  append(one_line(place));
}

void State::caught(int index, const ByCatch& other) {
  const std::string name = std::to_string(index);
  replace(folder_ / kByCatch / (name + ".json"), one_line(other));
  replace(folder_ / kByCatch / (name + ".py"), other.candidate.text);
}

void State::append(const std::string& line) {
  journal_ << line;
  if (!journal_.flush()) refuse(folder_ / kJournal, "cannot be written");
}

void State::replace(const fs::path& file, const std::string& text) {
  if (!process::write_text(file, text)) refuse(file, "cannot be written");
}

}  // namespace gridlock::minimizer
