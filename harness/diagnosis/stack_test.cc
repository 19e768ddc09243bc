#include "harness/diagnosis/stack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <random>

namespace gridlock::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The dump of a rank with gloo that py-spy 0.4.3 wrote, with the original paths and lines.
constexpr std::string_view kPySpy = R"(Process 11101: /venv/bin/python train.py 0
Python v3.11.2 (/usr/bin/python3.11)

Thread 11101 (idle): "MainThread"
    all_reduce (torch/distributed/distributed_c10d.py:3075)
    _exception_logger.<locals>.wrapper (torch/distributed/c10d_logger.py:83)
    Block.forward (model.py:13)
    main (train.py:10)
    <module> (train.py:12)
Thread 11175 (active+gil): "loader: \"a\""
    <lambda> (<string>:1)
Thread 11172 (idle)
)";

TEST(ParseStacks, ReadsPySpyOutermostFirst) {
  const auto threads = parse_stacks(kPySpy);
  ASSERT_EQ(threads.size(), 3u);
  EXPECT_EQ(threads[0].id, 11101u);
  EXPECT_EQ(threads[0].name, "MainThread");
  EXPECT_TRUE(threads[0].main);
  EXPECT_FALSE(threads[0].active);
  EXPECT_THAT(threads[0].frames,
              ElementsAre(Frame{"<module>", "train.py", 12}, Frame{"main", "train.py", 10},
                          Frame{"Block.forward", "model.py", 13},
                          Frame{"_exception_logger.<locals>.wrapper",
                                "torch/distributed/c10d_logger.py", 83},
                          Frame{"all_reduce", "torch/distributed/distributed_c10d.py", 3075}));
  EXPECT_TRUE(threads[1].active);
  EXPECT_THAT(threads[1].frames, ElementsAre(Frame{"<lambda>", "<string>", 1}));
  EXPECT_EQ(threads[2].name, "");
  EXPECT_THAT(threads[2].frames, IsEmpty());
}

TEST(ParseStacks, ReadsNativeFrames) {
  const auto threads = parse_stacks(R"(
Thread 7 (idle): "MainThread"
    0x7fc20a4e4f16 (libc.so.6)
    c10d::Work::wait (libtorch_cpu.so)
    run<bool (int), std::chrono::duration<long, std::ratio<(long)1, (long)1000> > > (a (1).cpp:31)
    main (train.py:10)
)");
  ASSERT_EQ(threads.size(), 1u);
  ASSERT_EQ(threads[0].frames.size(), 4u);
  EXPECT_EQ(threads[0].frames[3], (Frame{"0x7fc20a4e4f16", "libc.so.6", 0}));
  EXPECT_EQ(threads[0].frames[2], (Frame{"c10d::Work::wait", "libtorch_cpu.so", 0}));
}

// A dump that the faulthandler of Python 3.11 wrote into a rank's log.
constexpr std::string_view kFaulthandler = R"(step 1: loss 4.25
Thread 0x00007fc1f8bfe6c0 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 320 in wait
  File "/usr/lib/python3.11/threading.py", line 995 in _bootstrap

Current thread 0x00007fc20a45e2c0 (most recent call first):
  File "/venv/lib/python3.11/site-packages/torch/distributed/c10d_logger.py", line 83 in wrapper
  File "/home/me/model.py", line 13 in forward
  File "/home/me/train.py", line 12 in <module>
step 2: loss (train.py:3)
    not a frame (model.py:1)
)";

TEST(ParseStacks, ReadsFaulthandlerBetweenAProgramsOutput) {
  const auto threads = parse_stacks(kFaulthandler);
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_FALSE(threads[0].main);
  EXPECT_EQ(threads[1].id, 0x7fc20a45e2c0u);
  EXPECT_TRUE(threads[1].main);
  EXPECT_THAT(
      threads[1].frames,
      ElementsAre(
          Frame{"<module>", "/home/me/train.py", 12}, Frame{"forward", "/home/me/model.py", 13},
          Frame{"wrapper", "/venv/lib/python3.11/site-packages/torch/distributed/c10d_logger.py",
                83}));
}

TEST(ParseStacks, NamesOfThreadsAsPython314WritesThem) {
  const auto threads = parse_stacks("Thread 0x7f [loader] (most recent call first):\n");
  ASSERT_EQ(threads.size(), 1u);
  EXPECT_EQ(threads[0].name, "loader");
}

TEST(ParseStacks, ALaterDumpOfAThreadReplacesTheEarlierOne) {
  const auto threads = parse_stacks(
      "Thread 0x7f (most recent call first):\n  File \"a.py\", line 1 in early\n\n"
      "Thread 0x7f (most recent call first):\n  File \"a.py\", line 2 in late\n");
  ASSERT_EQ(threads.size(), 1u);
  EXPECT_THAT(threads[0].frames, ElementsAre(Frame{"late", "a.py", 2}));
}

TEST(ParseStacks, ChildProcessesAreLeftOut) {
  const auto threads = parse_stacks(std::string(kPySpy) +
                                    "\nProcess 12: worker\nThread 12 (idle): \"MainThread\"\n");
  EXPECT_EQ(threads.size(), 3u);
}

TEST(ParseStacks, WhatSaysNoStackGivesNone) {
  EXPECT_THAT(parse_stacks(""), IsEmpty());
  EXPECT_THAT(parse_stacks("Error: Permission Denied: Try running again with elevated permissions"),
              IsEmpty());
  EXPECT_THAT(parse_stacks("Thread x (idle)\nThread 99999999999999999999999 (idle)\n"), IsEmpty());
}

TEST(ParseStacks, NamesAreMadeFitToPrint) {
  const auto threads = parse_stacks("Thread 1 (idle): \"a\x1b[31m\xff\"\n    f\x07 (\xc3.py:1)\n");
  ASSERT_EQ(threads.size(), 1u);
  EXPECT_EQ(threads[0].name, "a [31m�");
  EXPECT_THAT(threads[0].frames, ElementsAre(Frame{"f", "�.py", 1}));
}

TEST(MainThread, IsTheOneNamedSoOrElseTheLast) {
  EXPECT_EQ(main_thread({}), nullptr);
  const auto py_spy = parse_stacks(kPySpy);
  EXPECT_EQ(main_thread(py_spy)->id, 11101u);
  const std::vector<ThreadStack> nameless{{1, "", false, false, {}}, {2, "", false, false, {}}};
  EXPECT_EQ(main_thread(nameless)->id, 2u);
}

// Every frame that the parser returns for random bytes or damaged text must be printable.
TEST(ParseStacks, SurvivesRandomBytes) {
  std::mt19937 random(20261121);
  const std::string text = std::string(kPySpy) + std::string(kFaulthandler);
  std::size_t frames = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = text.substr(random() % text.size());
    for (std::size_t hits = random() % 40; hits > 0 && !damaged.empty(); --hits) {
      const std::size_t at = random() % damaged.size();
      const auto what = random() % 3;
      if (what == 0) damaged[at] = static_cast<char>(random());
      if (what == 1) damaged.erase(at, random() % 30);
      if (what == 2) damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 60));
    }
    for (const ThreadStack& thread : parse_stacks(damaged)) {
      for (const Frame& frame : thread.frames) {
        ++frames;
        ASSERT_GE(frame.line, 0);
        const std::string all = frame.function + frame.file + thread.name;
        ASSERT_EQ(all.find_first_of(std::string("\n\t\x1b\xff\0", 5)), std::string::npos);
      }
    }
  }
  EXPECT_GT(frames, 3000u) << "the damage left nothing to parse";
}

}  // namespace
}  // namespace gridlock::diagnosis
