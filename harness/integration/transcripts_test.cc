// Runs the commands in the README that show output, and compares the output.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path(INTEGRATION_FOLDER).parent_path().parent_path();

struct Transcript {
  std::string command;             // without "$ " and the comment after the command
  std::vector<std::string> lines;  // without empty lines and "…"
};

// Returns the blocks of a page that begin with a command.
std::vector<Transcript> transcripts(const std::string& page) {
  std::vector<Transcript> found;
  std::istringstream text(page);
  bool inside = false, shown = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      shown = false;
    } else if (inside && line.starts_with("$ ./gridlock ")) {
      shown = true;
      found.push_back({line.substr(2, line.find(" #") - 2), {}});
    } else if (shown && !line.empty() && line != "…") {
      found.back().lines.push_back(line);
    }
  }
  return found;
}

// Returns the words of a line, with each number replaced by 0, each duration by "0 s", each path by
// its last part, and the random end of a folder's name by 0.
std::string normalized(const std::string& line) {
  std::string result;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (!result.empty()) result += ' ';
    for (const char letter : word.substr(word.rfind('/') + 1)) {
      const bool digit = std::isdigit(static_cast<unsigned char>(letter)) != 0;
      if (!digit || result.empty() || result.back() != '0') result += digit ? '0' : letter;
    }
  }
  static const std::regex duration(R"(\b0( h 0)?( min 0|\.0)? s\b)");
  static const std::regex folder(R"((gridlock-hang-)\w+)");
  return std::regex_replace(std::regex_replace(result, duration, "0 s"), folder, "$010");
}

// Returns the first line of the transcript that does not occur in the output after the lines before
// it. Returns "" if all lines occur in this order.
std::string missing_line(const Transcript& transcript, const std::string& output) {
  std::istringstream text(output);
  std::string printed;
  for (const std::string& line : transcript.lines) {
    do {
      if (!std::getline(text, printed)) return line;
    } while (normalized(printed) != normalized(line));
  }
  return "";
}

// Runs the README's only command that begins with `beginning`, in a folder that looks like a
// checkout. Expects the output that the README shows.
void expect_shown(const std::string& beginning, const Words& more) {
  const auto all = transcripts(read_text(kRoot / "README.md"));
  const auto shown = std::ranges::find_if(all, [&](const Transcript& transcript) {
    return transcript.command.starts_with("./gridlock " + beginning);
  });
  ASSERT_NE(shown, all.end());
  const Workspace workspace;
  for (const char* folder : {"harness", "matrix", "cases"}) {
    fs::create_directory_symlink(kRoot / folder, workspace.root() / folder);
  }
  Words words = pasted(shown->command);
  words.insert(words.begin() + 1, more.begin(), more.end());
  GridlockRun run(workspace, words);
  run.exit_code();
  EXPECT_EQ(missing_line(*shown, run.output()), "")
      << "README.md shows this line of `" << shown->command << "`, which now prints:\n"
      << run.output();
}

TEST(Transcripts, ALineThatIsNotPrintedIsFound) {
  const std::string page = "```\n$ ./gridlock run x  # shortened\na 12 s\n…\nin /tmp/b-7\n```\nc\n";
  const auto found = transcripts(page);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].command, "./gridlock run x ");
  EXPECT_EQ(missing_line(found[0], "a 3 s\nother\n  in /home/b-8123\nc\n"), "");
  EXPECT_EQ(missing_line(found[0], "in b-7\na 12 s\n"), "in /tmp/b-7");
}

TEST(Transcripts, DurationsOfAnyLengthAreTheSame) {
  EXPECT_EQ(normalized("in 2 min 09 s"), normalized("in 37.7 s"));
  EXPECT_EQ(normalized("in 37 s,"), normalized("in 37.7 s,"));
  EXPECT_NE(normalized("in 37.7 s"), normalized("in 37.7 steps"));
}

TEST(Transcripts, TheHangOfTheReadmeIsReportedAsShown) {
  expect_shown("exec", {"--python", INTEGRATION_PYTHON});
}

TEST(Transcripts, TheRunOfTheReadmeReportsAsShown) {
  expect_shown("run", {});
}

}  // namespace
}  // namespace gridlock::integration
