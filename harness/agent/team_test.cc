#include "harness/agent/team.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/packet.h"
#include "harness/trace/ring.h"

namespace gridlock::agent {
namespace {

// A team of one rank. The test acts as the spawner and the rank.
struct OneRank {
  OneRank() {
    auto [mine, its] = protocol::packet_pair();
    spawner = std::move(its);
    team.emplace(
        std::move(mine), protocol::RankBlock{0, 1}, process::Fd{},
        [](int) { return Team::Environment{}; },
        [this](const protocol::Event& event) { events.push_back(event); });
    auto packet = protocol::receive_packet(spawner.get());
    ring = std::move(packet.value().fds.at(0));
    rank = std::move(packet.value().fds.at(2));
    team->begin(protocol::Run{}, /*last=*/false);
  }
  void report(const std::string& lines) {
    EXPECT_EQ(write(rank.get(), lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
    team->handle();
  }

  std::vector<protocol::Event> events;
  process::Fd spawner;
  process::Fd ring;
  process::Fd rank;  // the rank's end of the channel
  std::optional<Team> team;
};

TEST(Team, ReportsWithoutSenseArePassedOnAndEndNothing) {
  OneRank here;
  here.report("{\"type\": 7}\n{\"type\": [\"done\"]}\n{\"done\": 1}\n{}\n");
  EXPECT_EQ(here.events.size(), 4u);
  EXPECT_FALSE(here.team->local_ranks_done());
  EXPECT_FALSE(here.team->failed());
}

TEST(Team, AnErrorIsTheEndOfARankAndAFailure) {
  OneRank here;
  here.report(R"({"type": "error", "error": "ValueError: no", "traceback": ""})"
              "\n");
  EXPECT_TRUE(here.team->local_ranks_done());
  EXPECT_TRUE(here.team->failed());
}

TEST(Team, RingsFillUpWithTheGroupsOfEarlierJobs) {
  OneRank here;
  trace::Ring ring = trace::Ring::attach(std::move(here.ring));
  trace::RingWriter writer(ring);
  writer.add_group({});
  EXPECT_TRUE(here.team->has_room());
  for (std::size_t i = 0; i < trace::kGroups / 2; ++i) writer.add_group({});
  EXPECT_FALSE(here.team->has_room());
}

}  // namespace
}  // namespace gridlock::agent
