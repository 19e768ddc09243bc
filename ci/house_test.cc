#include "ci/house.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace gridlock::ci {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const HouseRules& rules() {
  static const HouseRules kRules = load_rules(HOUSE_ROOT "/ci/house.toml");
  return kRules;
}

// Returns the libraries that `program` loads, as ldd names them.
std::vector<std::string> linked_libraries(const std::string& program) {
  std::unique_ptr<FILE, int (*)(FILE*)> ldd(popen(("ldd '" + program + "'").c_str(), "r"), pclose);
  std::vector<std::string> names;
  char name[4096];
  while (ldd && fscanf(ldd.get(), " %4095s%*[^\n]", name) == 1) names.emplace_back(name);
  return names;
}

TEST(House, NoFolderIncludesWhatItMayNot) {
  EXPECT_THAT(check_tree(rules(), HOUSE_ROOT), IsEmpty());
}

TEST(House, NothingIsAllowedThatNoFolderNeeds) {
  EXPECT_THAT(unused_rows(rules(), HOUSE_ROOT), IsEmpty());
}

TEST(House, RoomsDependOneWay) {
  EXPECT_THAT(find_cycles(rules()), IsEmpty());
}

// Returns whether the source reads the time of day, which jumps when somebody sets the clock.
bool reads_time_of_day(const std::string& text) {
  constexpr const char* kNames[] = {"system_clock", "CLOCK_REALTIME", "gettimeofday",
                                    "std::time(",   "sem_timedwait",  "pthread_cond_timedwait",
                                    "time.time("};
  return std::ranges::any_of(
      kNames, [&](const char* name) { return text.find(name) != std::string::npos; });
}

// Sources that need the date. All other ones measure time, and set deadlines, with a steady clock.
TEST(House, OnlyDatesComeFromTheClockThatPeopleSet) {
  std::vector<std::string> found;
  for_each_source(HOUSE_ROOT, [&](const std::string& path, const std::string& text) {
    const bool is_of_test = path.starts_with("ci/") || path.find("_test.") != std::string::npos ||
                            path.find("/scripts/") != std::string::npos;
    if (!is_of_test && reads_time_of_day(text)) found.push_back(path);
  });
  EXPECT_THAT(found,
              ::testing::UnorderedElementsAre("harness/run/identity.cc", "harness/run/run.cc"));
}

TEST(House, ProgramsLinkNoForbiddenLibrary) {
  for (const auto& [program, forbidden] : rules().programs) {
    if (program == "gridlock-agent-mpi" && !HOUSE_HAS_MPI) continue;
    const std::vector<std::string> names = linked_libraries(HOUSE_PROGRAMS "/" + program);
    EXPECT_THAT(names, ::testing::Contains(HasSubstr("libc.so"))) << program << " is not built";
    EXPECT_THAT(forbidden_links(names, forbidden), IsEmpty()) << program;
  }
}

TEST(House, LddOfAPythonProgramShowsForbiddenLibraries) {
  const auto names = linked_libraries(HOUSE_PROGRAMS "/gridlock-zygote");
  EXPECT_THAT(forbidden_links(names, rules().programs.at("gridlock")),
              ::testing::Contains(HasSubstr("libpython")));
}

TEST(HouseRules, AFolderOutsideTheRowIsRefused) {
  EXPECT_THAT(check_source(rules(), "matrix/a.h",
                           "#pragma once\n#include \"harness/protocol/channel.h\"\n"),
              ElementsAre("matrix/a.h:2: matrix/ may not include \"harness/protocol/channel.h\""));
}

TEST(HouseRules, ALibraryOutsideTheRowIsRefused) {
  EXPECT_THAT(check_source(rules(), "harness/controller/a.cc", "  # include <torch/torch.h>\n"),
              ElementsAre(HasSubstr("harness/controller/ may not use torch")));
  EXPECT_THAT(check_source(rules(), "matrix/covering/a.cc", "#include <fmt/format.h>\n"),
              ElementsAre(HasSubstr("matrix/ may not use fmt")));
  EXPECT_THAT(check_source(rules(), "harness/zygote/a.cc", "#include <mpi.h>\n"),
              ElementsAre(HasSubstr("may not use mpi")));
}

TEST(HouseRules, AnUnknownLibraryIsRefused) {
  EXPECT_THAT(check_source(rules(), "harness/cli/a.cc", "#include <asio/io_context.hpp>\n"),
              ElementsAre(HasSubstr("which belongs to no library in house.toml")));
}

TEST(HouseRules, AFolderWithoutARowIsRefused) {
  EXPECT_THAT(check_source(rules(), "attic/a.cc", ""), ElementsAre(HasSubstr("has no row")));
}

TEST(HouseRules, GoogleTestIsForTestsOnly) {
  const char* text = "#include <gtest/gtest.h>\n";
  EXPECT_THAT(check_source(rules(), "golden/a_test.cc", text), IsEmpty());
  EXPECT_THAT(check_source(rules(), "golden/a.cc", text), ElementsAre(HasSubstr("gtest")));
}

TEST(HouseRules, OwnFolderAndStandardAndSystemHeadersAreOpen) {
  EXPECT_THAT(check_source(rules(), "golden/a.cc",
                           "#include \"golden/a.h\"\n#include <vector>\n#include <sys/mman.h>\n"),
              IsEmpty());
}

TEST(HouseRules, AnImportOutsideTheRowIsRefused) {
  const std::string probe = "harness/rank/gridlock/probe/a.py";
  EXPECT_THAT(check_imports(rules(), probe, "import os\n\n\ndef f():\n    import gridlock\n"),
              ElementsAre(probe + ":5: harness/rank/gridlock/probe/ may not import gridlock"));
  EXPECT_THAT(check_imports(rules(), probe, "from gridlock.train import (\n    groups as g,\n)\n"),
              ElementsAre(HasSubstr(":1: harness/rank/gridlock/probe/ may not import "
                                    "gridlock.train.groups")));
  EXPECT_THAT(check_imports(rules(), probe, "from gridlock import probe, start\n"),
              ElementsAre(HasSubstr("may not import gridlock.start")));
  EXPECT_THAT(check_imports(rules(), "harness/rank/gridlock/train/a.py",
                            "from gridlock_testing.programs import pool\n"),
              ElementsAre(HasSubstr("may not import gridlock_testing.programs.pool")));
  EXPECT_THAT(check_imports(rules(), "ci/a.py", "import gridlock.cell\n"),
              ElementsAre("ci/a.py:1: ci/ may not import gridlock.cell"));
}

TEST(HouseRules, ImportsWithinTheRowAndOfOthersAreOpen) {
  EXPECT_THAT(check_imports(rules(), "harness/rank/gridlock/train/a.py",
                            "import torch\nfrom gridlock import case\n"
                            "from gridlock.probe import recording\nimport gridlock_probe\n"),
              IsEmpty());
  EXPECT_THAT(check_imports(rules(), "cases/toy/case.py", "import gridlock\n"), IsEmpty());
}

TEST(HouseRules, ARowThatNothingNeedsIsFound) {
  HouseRules planted = rules();
  planted.rooms["attic"] = {};
  planted.rooms.at("golden").rooms.push_back("harness/report");
  planted.rooms.at("golden").libraries.push_back("mpi");
  const auto found = unused_rows(planted, HOUSE_ROOT);
  EXPECT_THAT(found, ::testing::IsSupersetOf({"attic: is not a folder",
                                              "golden: includes nothing of harness/report",
                                              "golden: includes nothing of mpi"}));
}

TEST(HouseRules, ACycleIsFound) {
  HouseRules planted = rules();
  planted.rooms.at("matrix").rooms.push_back("harness/report");
  EXPECT_THAT(find_cycles(planted), ::testing::Contains("matrix → harness/report → matrix"));
}

}  // namespace
}  // namespace gridlock::ci
