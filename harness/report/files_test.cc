// Tests the reporters that write files, and the results log.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <climits>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "harness/report/fake_run.h"
#include "harness/report/junit.h"
#include "harness/report/reporters.h"
#include "harness/report/results_log.h"
#include "harness/report/sink.h"

namespace gridlock::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Verdict;
namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "gridlock-report-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  fs::path results() const { return folder_ / "results.jsonl"; }

  fs::path folder_;
};

using Start = ResultsLog::Start;

TEST_F(Files, ARecordIsInTheFileAsSoonAsItIsAppended) {
  ResultsLog log(folder_ / "deeper/down/results.jsonl", Start::kFresh);
  log.append(testing::fake_record(0));
  EXPECT_EQ(read(folder_ / "deeper/down/results.jsonl"),
            verdict::to_line(testing::fake_record(0)) + "\n");
}

TEST_F(Files, ResumeReturnsWhatFinishedAndCutsATornTail) {
  {
    ResultsLog log(results(), Start::kFresh);
    log.append(testing::fake_record(0));
    log.append(testing::fake_record(1));
  }
  const std::string whole = read(results());
  const std::string third = verdict::to_line(testing::fake_record(2));
  for (std::size_t torn : {std::size_t{1}, third.size() / 2, third.size()}) {
    write(results(), whole + third.substr(0, torn));
    ResultsLog log(results(), Start::kResume);
    ASSERT_EQ(log.earlier().size(), 2u) << torn;
    EXPECT_EQ(log.earlier()[1].cell, testing::cell_ids()[1]);
    EXPECT_EQ(read(results()), whole);
    log.append(testing::fake_record(2));
    EXPECT_EQ(read(results()), whole + third + "\n");
  }
}

TEST_F(Files, ResumeOfNothingIsAFreshStart) {
  EXPECT_TRUE(ResultsLog(results(), Start::kResume).earlier().empty());
  write(results(), "{\"version\":1,\"ce");
  EXPECT_TRUE(ResultsLog(results(), Start::kResume).earlier().empty());
  EXPECT_EQ(read(results()), "");
}

TEST_F(Files, AFreshStartDropsWhatWasThere) {
  write(results(), "old\n");
  EXPECT_TRUE(ResultsLog(results(), Start::kFresh).earlier().empty());
  EXPECT_EQ(read(results()), "");
}

TEST_F(Files, InterruptedCellsAreNotWritten) {
  ResultsLog log(results(), Start::kFresh);
  log.append(testing::fake_record(0, Verdict::kInterrupted));
  log.append(testing::fake_record(1));
  EXPECT_EQ(read(results()), verdict::to_line(testing::fake_record(1)) + "\n");
}

// Earlier versions of gridlock wrote records of interrupted cells too, which a resumed run must
// ignore.
TEST_F(Files, InterruptedCellsAreRunAgainAndTheLaterLineCounts) {
  std::string text;
  for (const auto& record : {testing::fake_record(0, Verdict::kInterrupted),
                             testing::fake_record(1, Verdict::kCrash), testing::fake_record(1)}) {
    text += verdict::to_line(record) + "\n";
  }
  write(results(), text);
  ResultsLog log(results(), Start::kResume);
  ASSERT_EQ(log.earlier().size(), 1u);
  EXPECT_EQ(log.earlier()[0].verdict, Verdict::kPass);
}

TEST_F(Files, AWholeLineThatIsNoRecordIsNamed) {
  write(results(), verdict::to_line(testing::fake_record(0)) + "\nnonsense\n");
  try {
    ResultsLog log(results(), Start::kResume);
    FAIL();
  } catch (const verdict::RecordError& error) {
    EXPECT_EQ(error.what(), results().string() + ":2: not a record of a cell: not valid JSON");
  }
  EXPECT_THAT(read(results()), HasSubstr("nonsense")) << "nothing is lost by asking";
}

TEST_F(Files, TwoRunsCannotShareAResultsFile) {
  ResultsLog first(results(), Start::kFresh);
  first.append(testing::fake_record(0));
  EXPECT_THROW(ResultsLog(results(), Start::kFresh), OutputError);
  EXPECT_NE(read(results()), "") << "the second must not have emptied it";
}

TEST_F(Files, AnUnwritableFolderIsSaidAtOnce) {
  write(folder_ / "file", "");
  try {
    ResultsLog log(folder_ / "file/results.jsonl", Start::kFresh);
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Not a directory"));
    EXPECT_THAT(error.what(), HasSubstr(folder_.string()));
  }
}

TEST_F(Files, AFullDiskIsSaidWithTheSystemsReason) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  AppendFile file("/dev/full");
  try {
    file.append("x");
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_STREQ(error.what(), "cannot write /dev/full: No space left on device");
  }
}

TEST_F(Files, ARemovedFileIsSaidAndNotWrittenForNobody) {
  AppendFile file(results());
  file.append("x");
  fs::remove(results());
  try {
    file.append("y");
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_EQ(error.what(), "cannot write " + results().string() + ": it was removed");
  }
}

// A pager that does not read must not keep a run from ending.
TEST(Sink, GivesUpWhatAReaderDoesNotTake) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  int asked = 0;
  FdSink sink(
      ends[1], [&] { return ++asked > 1; }, std::chrono::milliseconds(0));
  const std::string more_than_a_pipe_holds(1 << 20, 'x');
  sink.write(more_than_a_pipe_holds);
  EXPECT_EQ(asked, 2);
  int waiting = 0;
  ASSERT_EQ(ioctl(ends[0], FIONREAD, &waiting), 0);
  EXPECT_GE(waiting, PIPE_BUF);
  close(ends[0]);
  close(ends[1]);
}

// The summary of a run that the user has stopped reaches a reader that is only slow.
TEST(Sink, GivesASlowReaderTime) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::size_t received = 0;
  std::jthread reader([&] {
    usleep(300'000);
    std::array<char, 4096> bytes;
    for (ssize_t got = 0; (got = read(ends[0], bytes.data(), bytes.size())) > 0;)
      received += static_cast<std::size_t>(got);
  });
  FdSink(
      ends[1], [] { return true; }, std::chrono::seconds(60))
      .write(std::string(1 << 20, 'x'));
  close(ends[1]);
  reader.join();
  close(ends[0]);
  EXPECT_EQ(received, 1u << 20);
}

// Limits the size of all files that this process writes. Tests call it in a child process, because
// a process cannot raise the limit again.
void limit_files_to(rlim_t bytes) {
  signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

TEST_F(Files, AFullDiskIsSeenWhenTheLogIsOpened) {
  const auto open_when_full = [this] {
    limit_files_to(0);
    try {
      ResultsLog log(results(), Start::kFresh);
    } catch (const OutputError&) {
      _exit(7);
    }
    _exit(0);
  };
  EXPECT_EXIT(open_when_full(), ::testing::ExitedWithCode(7), "");
}

TEST_F(Files, ADiskThatFillsUpLeavesWholeLines) {
  const std::string line = verdict::to_line(testing::fake_record(0)) + "\n";
  const auto fill = [&] {
    limit_files_to(line.size() + line.size() / 2);
    ResultsLog log(results(), Start::kFresh);
    log.append(testing::fake_record(0));
    try {
      log.append(testing::fake_record(0));
    } catch (const OutputError&) {
      _exit(7);
    }
    _exit(0);
  };
  EXPECT_EXIT(fill(), ::testing::ExitedWithCode(7), "");
  EXPECT_EQ(read(results()), line);
}

TEST_F(Files, JsonLinesAreThereAtOnceAndReplaceTheOldOnes) {
  write(folder_ / "out.jsonl", "old\n");
  const auto reporter = make_reporter("jsonl", {nullptr, folder_ / "out.jsonl"});
  reporter->on_cell_finished(testing::fake_record(1), 1);
  const std::string text = read(folder_ / "out.jsonl");
  EXPECT_EQ(text, verdict::to_line(testing::fake_record(1)) + "\n");
}

TEST_F(Files, JsonLinesOfAResumedRunAreThoseOfTheWholeRun) {
  const auto reporter = make_reporter("jsonl", {nullptr, folder_ / "out.jsonl"});
  RunInfo info;
  info.earlier = {testing::fake_record(0)};
  reporter->on_start({}, info, 0);
  reporter->on_cell_finished(testing::fake_record(1), 1);
  reporter->on_cell_finished(testing::fake_record(2, Verdict::kInterrupted), 2);
  EXPECT_EQ(read(folder_ / "out.jsonl"), verdict::to_line(testing::fake_record(0)) + "\n" +
                                             verdict::to_line(testing::fake_record(1)) + "\n");
}

TEST_F(Files, JunitMapsVerdictsToFailuresErrorsAndSkipped) {
  const std::string xml = junit_xml("default", testing::fake_summary());
  EXPECT_THAT(
      xml, HasSubstr(R"(<testsuite name="default" tests="5" failures="1" errors="1" skipped="1")"));
  EXPECT_THAT(xml, HasSubstr(R"(<failure type="wrong: relation" message="Relation 'compiled)"));
  EXPECT_THAT(xml, HasSubstr(R"(<error type="crash: killed" message="Rank 1 was killed)"));
  EXPECT_THAT(xml, HasSubstr(R"(<skipped type="skipped: hardware" message="no GPU")"));
  EXPECT_THAT(
      xml,
      HasSubstr(
          R"(<testcase classname="dense" name="dense/fp32.cp1.none.replicate" time="1.250" />)"));
}

TEST_F(Files, JunitCountsAStrictXpassAsAFailure) {
  RunSummary summary;
  summary.records = {testing::fake_record(1, Verdict::kXpass),
                     testing::fake_record(2, Verdict::kXpass)};
  summary.records[0].unexpected = true;
  EXPECT_THAT(junit_xml("m", summary),
              HasSubstr(R"(tests="2" failures="1" errors="0" skipped="0")"));
}

TEST_F(Files, JunitIsWrittenInOneStepAlsoWhenInterrupted) {
  const fs::path file = folder_ / "sub/junit.xml";
  const auto reporter = make_reporter("junit", {nullptr, file});
  EXPECT_FALSE(fs::exists(file));
  const matrix::Plan plan = testing::fake_plan();
  reporter->on_start(plan, testing::fake_info(), 0);
  RunSummary summary = testing::fake_summary();
  summary.end = End::kInterrupted;
  reporter->on_end(summary, 3);
  EXPECT_EQ(read(file), junit_xml("default", summary));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "sub"), {}), 1) << "no left-overs";
}

TEST_F(Files, AJunitFileThatCannotBeWrittenIsSaidBeforeTheRun) {
  write(folder_ / "file", "");
  EXPECT_THROW(make_reporter("junit", {nullptr, folder_ / "file/junit.xml"}), OutputError);
  EXPECT_THROW(make_reporter("jsonl", {nullptr, folder_}), OutputError);
}

TEST(Junit, MarkupAndWhatXmlCannotHoldIsEscaped) {
  RunSummary summary;
  summary.records = {testing::fake_record(1, Verdict::kCrash)};
  const auto message = [&](const std::string& sentence) {
    summary.records[0].sentence = sentence;
    const std::string xml = junit_xml("m", summary);
    const std::size_t begin = xml.find("message=\"") + 9;
    return xml.substr(begin, xml.find('"', begin) - begin);
  };
  EXPECT_EQ(message("a<b> & \"c\" 'd'"), "a&lt;b> &amp; &quot;c&quot; 'd'");
  EXPECT_EQ(message("a\nb\tc"), "a&#10;b&#09;c");
  EXPECT_EQ(message("\x1b[31m"), "�[31m");
  EXPECT_EQ(message(std::string(1, '\0')), "�");
  EXPECT_EQ(message("≈ é 😀"), "≈ é 😀");
  EXPECT_EQ(message("\xff|\xc3"), "�|�");
  EXPECT_EQ(message("\xef\xbf\xbe"), "�") << "U+FFFE";
}

TEST(Reporters, AreRowsOfATable) {
  testing::FakeSink sink;
  EXPECT_EQ(reporters().size(), 4u);
  EXPECT_NE(make_reporter("live", {&sink, {}}), nullptr);
  EXPECT_NE(make_reporter("plain", {&sink, {}}), nullptr);
  EXPECT_THROW(make_reporter("html", {&sink, {}}), std::invalid_argument);
  EXPECT_EQ(reporter_for(sink), "plain");
  EXPECT_EQ(reporter_for(testing::FakeSink(true)), "live");
}

TEST(Reporters, BroadcastTellsEveryMemberEverything) {
  testing::FakeSink one;
  testing::FakeSink two;
  Broadcast all;
  all.add(make_reporter("plain", {&one, {}}));
  all.add(make_reporter("plain", {&two, {}}));
  const matrix::Plan plan = testing::fake_plan();
  all.on_start(plan, testing::fake_info(), 0);
  all.on_cell_started({1, 0}, 1);
  all.on_progress({1, 0}, {{0, "build", 1}}, 2);
  all.on_note("note", 3);
  all.on_cell_finished(testing::fake_record(0), 4);
  all.on_tick(60);
  all.on_end(testing::fake_summary(), 61);
  const std::string text = one.take();
  EXPECT_EQ(two.take(), text);
  for (const char* part : {"note", "[1/5] pass", "rank 0 in build", "FAILED"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

}  // namespace
}  // namespace gridlock::report
