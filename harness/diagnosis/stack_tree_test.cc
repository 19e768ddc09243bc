#include "harness/diagnosis/stack_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "harness/diagnosis/fake_evidence.h"
#include "harness/diagnosis/fold.h"
#include "harness/text/columns.h"

namespace gridlock::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kAllReduceFrame;
using testing::kMain;
using testing::rank_in;

std::string drawn(const Evidence& evidence) {
  std::string text = "\n";
  for (const std::string& line : render(build_tree(evidence))) text += line + "\n";
  return text;
}

TEST(StackTree, ShowsWhereRanksDiverge) {
  const Frame forward{"Block.forward", "/home/me/model.py", 13};
  const Frame wrapper{"wrapper", "torch/distributed/c10d_logger.py", 83};
  Evidence evidence;
  for (const int rank : {0, 2, 3, 7}) {
    evidence.ranks.push_back(rank_in(rank, {kMain, forward, wrapper, kAllReduceFrame}));
  }
  const Frame sleeper{"Block.forward", "/home/me/model.py", 16};
  evidence.ranks.push_back(rank_in(1, {kMain, sleeper, {"clock_nanosleep", "libc.so.6", 0}}));
  evidence.ranks.push_back(rank_in(4, {}));
  EXPECT_EQ(drawn(evidence), R"(
ranks 0-3, 7
▸ main  train.py:10
├ ranks 0, 2-3, 7
│ ▸ Block.forward  model.py:13
│   all_reduce  torch/distributed/distributed_c10d.py:3075
└ rank 1
  ▸ Block.forward  model.py:16
no stack of rank 4
)");
}

TEST(StackTree, SomeRanksMayGoFurtherThanOthers) {
  Evidence evidence;
  evidence.ranks = {rank_in(0, {kMain}), rank_in(1, {kMain, {"step", "train.py", 4}})};
  EXPECT_EQ(drawn(evidence), R"(
ranks 0-1
▸ main  train.py:10
├ rank 1
│ ▸ step  train.py:4
└ rank 0 no further
)");
}

TEST(StackTree, OtherThreadsLieBelowTheirName) {
  Evidence evidence;
  evidence.ranks = {rank_in(0, {kMain}), rank_in(1, {kMain})};
  const ThreadStack loader{7, "loader", false, false, {{"fetch", "data.py", 5}}};
  const ThreadStack idle{8, "pool", false, false, {{"wait", "threading.py", 320}}};
  evidence.ranks[1].threads.insert(evidence.ranks[1].threads.end(), {loader, idle});
  EXPECT_EQ(drawn(evidence), R"(
ranks 0-1
├ ranks 0-1
│ ▸ main  train.py:10
└ rank 1
    thread loader
  ▸ fetch  data.py:5
)");
  facts::Blocked blocked;
  blocked.rank = 1;
  blocked.thread = 8;
  evidence.finding.blocked = {blocked};
  EXPECT_EQ(build_tree(evidence).root.children.size(), 3u) << "a blocked thread matters too";
}

TEST(StackTree, NoStackNoTree) {
  EXPECT_THAT(render(build_tree({})), IsEmpty());
}

TEST(Fold, KeepsWhatSaysSomething) {
  const ThreadStack thread{1,
                           "MainThread",
                           false,
                           true,
                           {{"0x7fc20a48624a", "libc.so.6", 0},
                            {"_run_code", "<frozen runpy>", 88},
                            {"_train", "gridlock/runner.py", 61},
                            kMain,
                            {"_call_impl", "torch/nn/modules/module.py", 1790},
                            {"forward", "model.py", 13},
                            kAllReduceFrame,
                            {"wrapper", "torch/distributed/c10d_logger.py", 83},
                            {"pybind11::cpp_function::dispatcher", "libtorch_python.so", 0},
                            {"c10d::Work::wait", "libtorch_cpu.so", 0},
                            {"std::condition_variable::wait", "libstdc++.so.6.0.30", 0},
                            {"pthread_cond_wait", "libc.so.6", 0}}};
  std::vector<std::pair<std::string, int>> kept;
  for (const KeptFrame& frame : fold(thread))
    kept.emplace_back(frame.frame.function, frame.left_out);
  EXPECT_THAT(kept, ElementsAre(std::pair("main", 3), std::pair("forward", 1),
                                std::pair("all_reduce", 0), std::pair("c10d::Work::wait", 2)));
}

TEST(Fold, EndlessRecursionIsCutInItsMiddle) {
  const ThreadStack deep{1, "", false, true, std::vector<Frame>(100000, kMain)};
  const auto kept = fold(deep);
  ASSERT_EQ(kept.size(), 60u);
  EXPECT_EQ(kept[20].left_out, 100000 - 60);
}

// All lines keep to the width, whatever the frames and branches are.
TEST(StackTree, FitsInItsWidth) {
  std::mt19937 random(3);
  Evidence evidence;
  const std::string longer(150, 'x');
  for (int rank = 0; rank < 300; ++rank) {
    std::vector<Frame> frames;
    for (int depth = 0; depth < 50; ++depth) {
      frames.push_back(
          {"f≈" + longer.substr(random() % 150), longer + "/m.py", static_cast<int>(random() % 2)});
      frames.back().function.resize(4);
      if (depth % 7 == 0) frames.back().function += longer;
    }
    evidence.ranks.push_back(rank_in(rank * 3, frames));
  }
  const auto lines = render(build_tree(evidence));
  EXPECT_GT(lines.size(), 300u);
  for (const std::string& line : lines) ASSERT_LE(text::columns(line), text::kPageWidth) << line;
}

}  // namespace
}  // namespace gridlock::diagnosis
