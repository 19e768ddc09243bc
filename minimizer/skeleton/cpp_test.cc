#include "minimizer/skeleton/cpp.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "minimizer/skeleton/cpp_dialect.h"
#include "minimizer/skeleton/test_calls.h"

namespace gridlock::minimizer {
namespace {

using testing::HasSubstr;
using testing::Not;
using trace::Op;

TEST(Cpp, RanksWithTheSameCallsAreWrittenOnce) {
  const Skeleton skeleton{{{0, 1, 2}, {1, 2}},
                          {{{collective(Op::kAllreduce, 0)}},
                           {{collective(Op::kBarrier, 1, true), wait_for(0)}},
                           {{collective(Op::kBarrier, 1, true), wait_for(0)}, true}}};
  const std::string text = cpp_text(skeleton, "Rank 1 is elsewhere.");
  EXPECT_THAT(text, HasSubstr("// Rank 1 is elsewhere.\n"));
  EXPECT_THAT(text, HasSubstr("constexpr int kRanks = 3;"));
  EXPECT_THAT(text,
              HasSubstr("    case 0:\n      all_reduce(*group, 1)->wait();  // train.py:7\n"));
  EXPECT_THAT(text, HasSubstr("    case 1:\n    case 2:\n      {\n"
                              "      const Work work_0 = barrier(*group_1);  // train.py:7\n"
                              "      work_0->wait();\n      }\n      break;\n"));
  EXPECT_THAT(text, HasSubstr("    if (rank == 2) _exit(0);\n    pause();\n"));
  EXPECT_THAT(text, Not(HasSubstr("Work broadcast(")));
}

TEST(Cpp, CallsOfNcclArePlainOnes) {
  Skeleton skeleton{{{0, 1}, {1, 0}},
                    {{{collective(Op::kAllreduce, 0, true), collective(Op::kBarrier, 1, true),
                       collective(Op::kBarrier, 1, true), wait_for(2)}},
                     {{send(0)}}},
                    "nccl"};
  skeleton.ranks[0].calls[1].operation.after = 0;  // follows a call of another group
  skeleton.ranks[0].calls[2].operation.after = 1;  // follows a call of its own group
  const std::string text = cpp_text(skeleton, "");
  EXPECT_THAT(text, HasSubstr("#include <nccl.h>"));
  EXPECT_THAT(text, Not(HasSubstr("c10d")));
  EXPECT_THAT(text, HasSubstr("      const Work work_0 = all_reduce(*group, 1);  // train.py:7\n"
                              "      begin_after(*group_1, work_0);\n"
                              "      barrier(*group_1);  // train.py:7\n"
                              "      const Work work_2 = barrier(*group_1);  // train.py:7\n"
                              "      work_2->wait();\n"));
  EXPECT_THAT(text, HasSubstr("send(*group, 0, 1)"));  // NCCL's calls have no tags
}

TEST(Cpp, CallsOfGlooHaveTags) {
  const Skeleton skeleton{{{0, 1}}, {{}, {{send(0)}}}};
  EXPECT_THAT(cpp_text(skeleton, ""), HasSubstr("send(*group, 0, 1, 3)"));
}

TEST(Cpp, EachFunctionHasItsOperationsName) {
  for (const auto rows : {kCppCollectives, kCppRooted, kCppPairs}) {
    for (const CppOperation& row : rows) {
      for (const std::string_view function : {row.gloo, row.nccl}) {
        if (function.empty()) continue;
        EXPECT_THAT(std::string(function), HasSubstr(std::string(" ") + row.name + "("));
      }
      EXPECT_FALSE(row.gloo.empty() && row.nccl.empty()) << row.name;
    }
  }
}

TEST(Cpp, OtherBackendsHaveNoForm) {
  const Skeleton skeleton{{{0, 1}}, {{{collective(Op::kBarrier, 0)}}, {}}, "ucc"};
  EXPECT_THROW(cpp_text(skeleton, ""), std::runtime_error);
}

TEST(Cpp, WhatHasNoFormIsNamed) {
  const Skeleton skeleton{{{0, 1}}, {{{collective(Op::kAllreduceSparse, 0)}}, {}}};
  try {
    cpp_text(skeleton, "");
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "gridlock cannot write sparse all_reduce of gloo in C++");
  }
}

TEST(Cpp, ADialectMayLackAnOperation) {
  EXPECT_STREQ(cpp_dialect("gloo").operation(Op::kMonitoredBarrier).name, "monitored_barrier");
  EXPECT_THROW(cpp_dialect("nccl").operation(Op::kMonitoredBarrier), std::runtime_error);
}

}  // namespace
}  // namespace gridlock::minimizer
