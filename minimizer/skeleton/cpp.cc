#include "minimizer/skeleton/cpp.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "harness/text/columns.h"
#include "minimizer/skeleton/cpp_dialect.h"
#include "minimizer/skeleton/cpp_texts.h"

namespace gridlock::minimizer {
namespace {

using prover::model::Operation;

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

class CppWriter {
 public:
  CppWriter(const Skeleton& skeleton, const CppDialect& dialect)
      : skeleton_(skeleton), dialect_(dialect) {}

  std::string functions() const {
    std::set<trace::Op> used;
    for (const auto& rank : skeleton_.ranks) {
      for (const RecordedCall& call : rank.calls) {
        if (!call.is_wait()) used.insert(call.operation.op);
      }
    }
    std::string text;
    for (const trace::Op op : used) text += dialect_.operation(op).*dialect_.function;
    return text;
  }

  // Returns the code of all ranks. Ranks with the same calls share one copy.
  std::string run() const {
    std::string text = "\nvoid run(const Place& place) {\n";
    for (int group = 0; group < static_cast<int>(skeleton_.groups.size()); ++group) {
      text += fmt::format("  const Group {} = make_group(place, \"{}\", {{{}}});\n", name(group),
                          name(group), fmt::join(skeleton_.groups[at(group)], ", "));
    }
    text += "  if (write(place.progress, \"\", 1) != 1) _exit(2);\n";
    text += "  switch (place.rank) {\n";
    for (const auto& [body, ranks] : bodies()) {
      for (const int rank : ranks) text += fmt::format("    case {}:\n", rank);
      text += body + "      break;\n";
    }
    return text + "  }\n}\n";
  }

  // Returns main(). Ranks that ended in the record exit. The other ranks stay alive after their
  // calls, so that their connections stay open.
  std::string main() const {
    constexpr std::string_view kStay = "    pause();\n";
    std::vector<std::string> ended;
    for (std::size_t rank = 0; rank < skeleton_.ranks.size(); ++rank) {
      if (skeleton_.ranks[rank].ended) ended.push_back(fmt::format("rank == {}", rank));
    }
    std::string text(kCppMain);
    if (!ended.empty())
      text.insert(text.find(kStay),
                  fmt::format("    if ({}) _exit(0);\n", fmt::join(ended, " || ")));
    return text;
  }

 private:
  static std::string name(int group) {
    return group == 0 ? "group" : fmt::format("group_{}", group);
  }

  std::map<std::string, std::vector<int>> bodies() const {
    std::map<std::string, std::vector<int>> result;
    for (int rank = 0; rank < static_cast<int>(skeleton_.ranks.size()); ++rank) {
      result[body(skeleton_.ranks[at(rank)])].push_back(rank);
    }
    return result;
  }

  std::string body(const Skeleton::Rank& rank) const {
    std::string text;
    bool declares = false;
    for (int index = 0; index < static_cast<int>(rank.calls.size()); ++index) {
      const RecordedCall& call = rank.calls[at(index)];
      const bool named = is_named(rank, index);
      declares |= named;
      std::string line = call.is_wait() ? fmt::format("work_{}->wait();", call.operation.of)
                                        : statement(call.operation, index, named);
      if (!call.place.empty()) line += "  // " + call.place;
      text += begin_after(rank, call.operation) + "      " + line + "\n";
    }
    // Braces are needed, because a case label must not jump over a declaration.
    return declares ? "      {\n" + text + "      }\n" : text;
  }

  // Returns whether a later line refers to the result of the call.
  bool is_named(const Skeleton::Rank& rank, int index) const {
    const RecordedCall& made = rank.calls[at(index)];
    if (made.is_wait()) return false;
    return std::ranges::any_of(rank.calls, [&](const RecordedCall& call) {
      if (call.is_wait()) return call.operation.of == index;
      return call.operation.after == index && call.operation.group != made.operation.group;
    });
  }

  // Returns the line that makes a call wait for its predecessor on a device's stream. Calls of the
  // same group need no such line, because the stream orders them.
  std::string begin_after(const Skeleton::Rank& rank, const Operation& operation) const {
    if (operation.after < 0) return "";
    const int before = rank.calls[at(operation.after)].operation.group;
    if (before == operation.group) return "";
    return fmt::format("      begin_after(*{}, work_{});\n", name(operation.group),
                       operation.after);
  }

  std::string statement(const Operation& operation, int index, bool named) const {
    const std::string made = expression(operation);
    if (named) return fmt::format("const Work work_{} = {};", index, made);
    const bool waits = !operation.async && dialect_.operation(operation.op).has_work;
    return made + (waits ? "->wait();" : ";");
  }

  std::string expression(const Operation& operation) const {
    const CppOperation& row = dialect_.operation(operation.op);
    std::vector<std::string> arguments{"*" + name(operation.group)};
    if (row.has_peer) arguments.push_back(std::to_string(rank_in_group(operation)));
    if (row.has_count) arguments.push_back(std::to_string(operation.count));
    if (row.has_tag && dialect_.has_tags) arguments.push_back(std::to_string(operation.tag));
    return fmt::format("{}({})", row.name, fmt::join(arguments, ", "));
  }

  int rank_in_group(const Operation& operation) const {
    const auto& members = skeleton_.groups[at(operation.group)];
    return static_cast<int>(std::ranges::find(members, operation.peer) - members.begin());
  }

  const Skeleton& skeleton_;
  const CppDialect& dialect_;
};

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string comment(const std::string& words) {
  std::string text;
  for (const std::string& line : text::wrap(words, "// ")) text += line + "\n";
  return text;
}

}  // namespace

std::string cpp_text(const Skeleton& skeleton, const std::string& about) {
  const CppDialect& dialect = cpp_dialect(skeleton.backend);
  const CppWriter writer(skeleton, dialect);
  std::string text = comment(about);
  text += "//\n//   cmake -B build && cmake --build build && build/repro\n//\n";
  text += "// Exit code 1: the program hangs. Exit code 0: it does not.\n";
  text += dialect.includes;
  text += fmt::format("\nconstexpr int kRanks = {};\n", skeleton.ranks.size());
  text += dialect.groups;
  return text + writer.functions() + writer.run() + writer.main();
}

void write_cpp(const std::filesystem::path& folder, const Skeleton& skeleton,
               const std::string& about) {
  const CppDialect& dialect = cpp_dialect(skeleton.backend);
  write_file(folder / "repro.cpp", cpp_text(skeleton, about));
  write_file(folder / "CMakeLists.txt", dialect.build);
  for (const auto& [path, text] : dialect.headers) write_file(folder / path, text);
}

}  // namespace gridlock::minimizer
