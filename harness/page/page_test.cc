#include "harness/page/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/page/html_reporter.h"
#include "harness/page/map_data.h"
#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"
#include "harness/report/fake_run.h"
#include "harness/report/output_error.h"

namespace gridlock::page {
namespace {

using report::testing::RecordBuilder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using verdict::CellRecord;
using verdict::Verdict;

// Returns records of eight cells. Those with cp = 2 and dynamic on crash.
std::vector<CellRecord> records() {
  std::vector<CellRecord> all;
  for (const std::int64_t cp : {1, 2}) {
    for (const bool dynamic : {false, true}) {
      for (const char* fsdp : {"replicate", "full_shard"}) {
        RecordBuilder record("dense/cp" + std::to_string(cp) + "." + fsdp +
                             (dynamic ? ".dynamic" : ""));
        record.axis("cp", cp).axis("fsdp", fsdp);
        if (cp > 1) record.axis("dynamic", dynamic);
        if (cp > 1 && dynamic) record.verdict(Verdict::kCrash, "raised", "It broke");
        all.push_back(record);
      }
    }
  }
  return all;
}

RunPage run_with(const std::vector<CellRecord>& records) {
  RunPage run;
  run.matrix = "nightly";
  run.info = report::testing::fake_info();
  run.summary.records = records;
  run.folder = "/tmp/runs/nightly";
  run.page_folder = "/tmp/runs/nightly";
  return run;
}

TEST(Page, HasTheOutcomeTheCausesAndTheFailuresAsHtml) {
  const std::string html = page_html(run_with(records()));
  EXPECT_THAT(html, HasSubstr("<p class=\"headline bad\">FAILED: 2 of 8 cells not as expected"));
  EXPECT_THAT(html, HasSubstr("<h3><code>dynamic</code></h3><p>2 failures: 2 crash</p>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"bad\">crash</span> "
                              "<code>dense/cp2.replicate.dynamic</code></h3><p>It broke</p>"));
  EXPECT_THAT(html, HasSubstr("<summary>1 cell failed alike</summary>"));
  EXPECT_THAT(html, HasSubstr("<summary>6 cells</summary>"));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("@GRIDLOCK")));
}

TEST(Page, OfAGoodRunHasNeitherCausesNorFailures) {
  auto good = records();
  std::erase_if(good, [](const CellRecord& record) { return record.unexpected; });
  const std::string html = page_html(run_with(good));
  EXPECT_THAT(html, HasSubstr("<p class=\"headline good\">OK: 6 cells as expected"));
  EXPECT_THAT(html, Not(HasSubstr("id=\"causes\"")));
  EXPECT_THAT(html, Not(HasSubstr("id=\"failures\"")));
}

TEST(Page, NoTextBecomesMarkup) {
  auto all = records();
  const std::string hostile = "</script><script>alert(1)</script><!-- \" & ' \x1b[31m \xff";
  all.back().cell = "dense/" + hostile;
  all.back().sentence = hostile;
  all.back().note = hostile;
  all.back().rerun = hostile;
  RunPage run = run_with(all);
  run.matrix = hostile;
  const std::string html = page_html(run);
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("<!-- ")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  EXPECT_THAT(html, HasSubstr("&lt;/script>&lt;script>alert(1)"));
}

TEST(Page, LinksAreRelativeToIt) {
  const process::TemporaryFolder folder("page");
  const auto evidence = folder.path() / "run" / "evidence" / "a #1";
  std::filesystem::create_directories(evidence);
  process::write_text(evidence / "stacks.txt", "stacks");
  auto all = records();
  all.back().evidence = "evidence/a #1";
  RunPage run = run_with({all.back()});
  run.folder = folder.path() / "run";
  run.page_folder = folder.path() / "pages";
  const std::string html = page_html(run);
  EXPECT_THAT(html, HasSubstr("href=\"../run/evidence/a%20%231/stacks.txt\">stacks.txt</a>"));
}

TEST(MapData, HasTheWorstRecordOfEachCellAndItsPlaceOnEachAxis) {
  auto all = records();
  CellRecord again = all.front();
  again.repetition = 1;
  again.verdict = Verdict::kWrong;
  again.unexpected = true;
  all.push_back(again);
  const auto data = map_data(all);
  ASSERT_EQ(data["cells"].size(), 8u);
  EXPECT_EQ(data["cells"][0]["verdict"], "wrong");
  EXPECT_EQ(data["cells"][0]["anchor"], "failure-dense/cp1.replicate #2");
  std::vector<std::string> names;
  for (const auto& axis : data["axes"]) names.push_back(axis["name"]);
  EXPECT_THAT(names, ElementsAre("case", "cp", "fsdp", "dynamic"));
  EXPECT_EQ(data["cells"][0]["values"], nlohmann::json({0, 0, 0, -1}));
  EXPECT_EQ(data["cells"][7]["values"], nlohmann::json({0, 1, 1, 1}));
}

TEST(HtmlReporter, WritesThePageWhenTheRunEnds) {
  const process::TemporaryFolder folder("page");
  const auto file = folder.path() / "new" / "report.html";
  HtmlReporter reporter(file);
  reporter.on_start(report::testing::fake_plan(), report::testing::fake_info(), 0);
  report::RunSummary summary;
  summary.records = records();
  reporter.on_end(summary, 1);
  EXPECT_THAT(process::read_text(file), HasSubstr("<h1>gridlock: default</h1>"));
}

TEST(HtmlReporter, AFileThatCannotBeWrittenIsAnErrorAtOnce) {
  const process::TemporaryFolder folder("page");
  process::write_text(folder.path() / "file", "");
  EXPECT_THROW(HtmlReporter(folder.path() / "file" / "report.html"), report::OutputError);
}

}  // namespace
}  // namespace gridlock::page
