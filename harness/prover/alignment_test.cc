#include "harness/prover/alignment.h"

#include <gtest/gtest.h>

#include <string>

namespace gridlock::prover {
namespace {

// Makes one call per letter of `sites`. "A" and "a" are two operations at one call site; other
// letters are other call sites. `arguments` has one letter for the arguments of each call.
Sequence calls(const std::string& sites, const std::string& arguments) {
  Sequence result;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const bool other = sites[i] >= 'a';
    const auto site = static_cast<std::uint64_t>(other ? sites[i] - 'a' : sites[i] - 'A') + 1;
    result.push_back({nullptr, other ? 2u : 1u, site, static_cast<std::uint64_t>(arguments[i])});
  }
  return result;
}

std::size_t divergence_range(const std::string& a, const std::string& b) {
  return divergence(calls(a, std::string(a.size(), '1')), calls(b, std::string(b.size(), '1')));
}

TEST(Alignment, EqualSequencesDoNotDivergeHoweverFarEachHasCome) {
  EXPECT_EQ(divergence_range("ABCABC", "ABCABC"), 6u);
  EXPECT_EQ(divergence_range("ABCABC", "ABC"), 3u);
  EXPECT_EQ(divergence_range("ABC", ""), 0u);
}

TEST(Alignment, ACallThatIsLeftOutIsWhereTheyDiverge) {
  EXPECT_EQ(divergence_range("ABCDABCDAB", "ABDABCDAB"), 2u) << "all of one operation and shape";
  EXPECT_EQ(divergence_range("ABCDABCDABCD", "ABCDABDABC"), 6u);
  EXPECT_EQ(divergence_range("AABAABAABAAB", "AABABAABAABA"), 4u)
      << "the last place that is possible";
  EXPECT_EQ(divergence_range("ABcDA", "ABDA"), 2u) << "another operation";
}

TEST(Alignment, ASinglePairMayAsWellDifferByRight) {
  EXPECT_EQ(divergence_range("ABCDABCD", "ABCDABDA"), 8u);
}

TEST(Alignment, ACallMoreIsToo) {
  EXPECT_EQ(divergence_range("ABCABC", "ABXCABC"), 2u);
  EXPECT_EQ(divergence_range("ABCaABC", "ABCABC"), 3u) << "another operation";
}

TEST(Alignment, PlacesThatDifferByRightAreNoDivergence) {
  EXPECT_EQ(divergence_range("ABCABCABC", "AXCAXCAXC"), 9u);
  EXPECT_EQ(divergence_range("ABCABCABC", "XYZXYZXYZ"), 9u);
  EXPECT_EQ(divergence_range("ABCABCABCABCABC", "AXCAXCACAXCAXC"), 7u) << "a call is left out, too";
}

TEST(Alignment, ArgumentsTellCallsApartWhereNoPlaceIsKnown) {
  Sequence a = calls("AAAAAA", "123123"), b = calls("AAAAAA", "121231");
  EXPECT_EQ(divergence(a, a), 6u);
  for (Sequence* sequence : {&a, &b}) {
    for (HashedCall& call : *sequence) call.site = 0;
  }
  EXPECT_EQ(divergence(a, b), 2u);
}

TEST(Alignment, OtherArgumentsFromTheSamePlaceAreNoShift) {
  EXPECT_EQ(divergence(calls("ABCABC", "111111"), calls("ABCABC", "121111")), 6u);
}

}  // namespace
}  // namespace gridlock::prover
