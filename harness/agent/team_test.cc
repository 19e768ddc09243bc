#include "harness/agent/team.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/wire/packet.h"

namespace gridlock::agent {
namespace {

// A team of one rank, whose keeper and rank are the test.
struct OneRank {
  OneRank() {
    auto [mine, its] = wire::packet_pair();
    keeper = std::move(its);
    team.emplace(
        std::move(mine), wire::RankBlock{0, 1}, process::Fd{},
        [](int) { return Team::Environment{}; },
        [this](const wire::Event& event) { events.push_back(event); });
    auto order = wire::receive_packet(keeper.get());
    rank = std::move(order.value().fds.at(2));
    team->begin(wire::Run{}, /*last=*/false);
  }
  void report(const std::string& lines) {
    EXPECT_EQ(write(rank.get(), lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
    team->handle();
  }

  std::vector<wire::Event> events;
  process::Fd keeper;
  process::Fd rank;  // its end of the channel
  std::optional<Team> team;
};

TEST(Team, ReportsWithoutSenseArePassedOnAndEndNothing) {
  OneRank here;
  here.report("{\"type\": 7}\n{\"type\": [\"done\"]}\n{\"done\": 1}\n{}\n");
  EXPECT_EQ(here.events.size(), 4u);
  EXPECT_FALSE(here.team->share_is_over());
  EXPECT_FALSE(here.team->failed());
}

TEST(Team, AnErrorIsTheEndOfARankAndAFailure) {
  OneRank here;
  here.report("{\"type\": \"error\"}\n");
  EXPECT_TRUE(here.team->share_is_over());
  EXPECT_TRUE(here.team->failed());
}

}  // namespace
}  // namespace gridlock::agent
