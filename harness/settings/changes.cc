#include "harness/settings/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <sstream>

#include "harness/text/columns.h"

namespace gridlock::settings {
namespace {

struct KindRow {
  const char* word;
  const char* heading;
};
// The row of each kind, in the order of Kind.
constexpr std::array<KindRow, 6> kKinds = {{
    {"fact", "Versions and hardware"},
    {"variable", "Environment variables"},
    {"setting", "Settings of torch"},
    {"moved default", "Defaults that moved between these versions of torch"},
    {"gone", "Settings that only the first torch has"},
    {"new", "Settings that only the second torch has"},
}};

const KindRow& row(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<std::string> value_in(const Texts& texts, const std::string& name) {
  const auto found = texts.find(name);
  return found == texts.end() ? std::nullopt : std::optional(found->second);
}

std::set<std::string> names_of(const Texts& a, const Texts& b) {
  std::set<std::string> names;
  for (const Texts* texts : {&a, &b}) {
    for (const auto& [name, text] : *texts) names.insert(name);
  }
  return names;
}

void compare(const Texts& before, const Texts& after, Kind kind, Changes& result) {
  for (const std::string& name : names_of(before, after)) {
    const Change change{kind, name, value_in(before, name), value_in(after, name)};
    if (change.before != change.after) result.push_back(change);
  }
}

bool sets(const Snapshot& snapshot, const std::string& name) {
  return std::ranges::count(snapshot.set, name) > 0;
}

Kind kind_of(const Snapshot& before, const Snapshot& after, const std::string& name) {
  if (!before.config.contains(name)) return Kind::kNew;
  if (!after.config.contains(name)) return Kind::kGone;
  const bool same_torch = before.torch() == after.torch();
  return same_torch || sets(before, name) || sets(after, name) ? Kind::kSetting
                                                               : Kind::kMovedDefault;
}

std::string shown(const std::optional<std::string>& value) {
  constexpr int kWidest = 60;
  if (!value) return "not set";
  return value->empty() ? "empty" : text::cut(*value, kWidest);
}

std::set<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Returns the difference between two lists of words, such as "+avx512_fp16 -sse4a".
std::string word_changes(const std::string& before, const std::string& after) {
  const auto words = words_of(before), others = words_of(after);
  std::string text;
  for (const std::string& word : others) {
    if (!words.contains(word)) text += " +" + word;
  }
  for (const std::string& word : words) {
    if (!others.contains(word)) text += " -" + word;
  }
  return text.empty() ? "in another order" : text.substr(1);
}

std::string values_of(const Change& change) {
  constexpr std::size_t kManyWords = 20;
  if (change.kind == Kind::kGone) return shown(change.before);
  if (change.kind == Kind::kNew) return shown(change.after);
  const bool lists = change.before && change.after &&
                     words_of(*change.before).size() >= kManyWords &&
                     words_of(*change.after).size() >= kManyWords;
  if (lists) return word_changes(*change.before, *change.after);
  return shown(change.before) + " -> " + shown(change.after);
}

}  // namespace

Changes changes(const Snapshot& before, const Snapshot& after) {
  Changes result;
  compare(before.facts, after.facts, Kind::kFact, result);
  compare(before.environment, after.environment, Kind::kVariable, result);
  Changes config;
  compare(before.config, after.config, Kind::kSetting, config);
  for (Change& change : config) {
    change.kind = kind_of(before, after, change.name);
    change.name = "config." + change.name;
  }
  std::ranges::stable_sort(config, {}, &Change::kind);
  result.insert(result.end(), config.begin(), config.end());
  return result;
}

const char* word_of(Kind kind) {
  return row(kind).word;
}

std::string describe(const Changes& changes) {
  std::string text;
  std::size_t width = 0;
  for (const Change& change : changes) width = std::max(width, change.name.size());
  const Change* last = nullptr;
  for (const Change& change : changes) {
    if (last == nullptr || last->kind != change.kind) {
      text += fmt::format("{}{}\n", last == nullptr ? "" : "\n", row(change.kind).heading);
    }
    last = &change;
    text += fmt::format("  {:<{}}  {}\n", change.name, width, values_of(change));
  }
  return text;
}

}  // namespace gridlock::settings
