#include "harness/protocol/host_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/fields/path.h"
#include "harness/process/fd.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::protocol {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class HostLinksTest : public ::testing::Test {
 protected:
  HostLinksTest() {
    auto [listener, free_port] = listen_on_free_port(true);
    port = free_port;
    first = HostLinks(std::move(listener), "secret");
  }

  // Receives until the condition holds. Waits ten seconds at most, which is enough on a busy
  // machine.
  template <typename Condition>
  bool receive_until(Condition holds) {
    for (int i = 0; i < 1000; ++i) {
      if (holds()) return true;
      first.receive([&](int host, const json& message) {
        if (message.contains("nonsense")) throw fields::Error("no message");
        received.emplace_back(host, message.dump());
      });
      std::this_thread::sleep_for(10ms);
    }
    return false;
  }

  FirstHostLink come(int host) {
    FirstHostLink link("127.0.0.1", port, host, "secret");
    const std::size_t before = first.size();
    EXPECT_TRUE(link.reconnect());
    EXPECT_TRUE(receive_until([&] { return first.size() == before + 1; }));
    return link;
  }

  int port = 0;
  HostLinks first;
  std::vector<std::pair<int, std::string>> received;
};

TEST_F(HostLinksTest, MessagesGoBothWays) {
  FirstHostLink second = come(1), third = come(2);
  third.send({{"from", "third"}});
  EXPECT_TRUE(receive_until([&] { return !received.empty(); }));
  second.send({{"from", "second"}});
  EXPECT_TRUE(receive_until([&] { return received.size() == 2; }));
  EXPECT_THAT(received,
              ElementsAre(Pair(2, R"({"from":"third"})"), Pair(1, R"({"from":"second"})")));

  first.send({{"to", "all"}});
  for (FirstHostLink* link : {&second, &third}) {
    std::vector<json> messages;
    EXPECT_TRUE(receive_until([&] { return !(messages = link->receive()).empty(); }));
    EXPECT_THAT(messages, ElementsAre(json{{"to", "all"}}));
  }
}

TEST_F(HostLinksTest, MoreThanASocketHoldsArrivesWhole) {
  FirstHostLink second = come(1);
  second.send({{"text", std::string(20 << 20, 'x')}});
  EXPECT_TRUE(second.wants_write());
  EXPECT_TRUE(receive_until([&] {
    second.receive();
    return !received.empty();
  }));
  EXPECT_FALSE(second.wants_write());
  EXPECT_GT(received.at(0).second.size(), 20u << 20);
}

TEST_F(HostLinksTest, WhoDoesNotKnowTheSecretIsSentAway) {
  FirstHostLink stranger("127.0.0.1", port, 1, "guess");
  EXPECT_TRUE(stranger.reconnect());
  stranger.send({{"from", "stranger"}});
  EXPECT_TRUE(receive_until([&] {
    stranger.receive();
    return !stranger.connected();
  }));
  EXPECT_EQ(first.size(), 0u);
  EXPECT_THAT(received, IsEmpty());
}

TEST_F(HostLinksTest, WhoSendsNonsenseIsSentAway) {
  FirstHostLink second = come(1);
  second.send({{"nonsense", 1}});
  EXPECT_TRUE(receive_until([&] { return first.size() == 0; }));
}

TEST_F(HostLinksTest, WhoSaysNothingIsNoHostAndHearsNothing) {
  const process::Fd silent = connect_to_port("127.0.0.1", port);
  ASSERT_TRUE(silent);
  EXPECT_TRUE(receive_until([&] { return first.fds().size() == 2; }));
  EXPECT_EQ(first.size(), 0u);
  first.send({{"to", "all"}});
  EXPECT_FALSE(first.wants_write());
}

TEST_F(HostLinksTest, WhoSendsALongFirstLineIsSentAway) {
  const process::Fd stranger = connect_to_port("127.0.0.1", port);
  EXPECT_TRUE(receive_until([&] { return first.fds().size() == 2; }));
  const std::string much(100'000, '{');
  EXPECT_EQ(write(stranger.get(), much.data(), much.size()), static_cast<ssize_t>(much.size()));
  EXPECT_TRUE(receive_until([&] { return first.fds().size() == 1; }));
  EXPECT_THAT(received, IsEmpty());
}

TEST_F(HostLinksTest, AFloodOfStrangersKeepsNoHostAway) {
  std::vector<process::Fd> strangers;
  for (int i = 0; i < 100; ++i) {
    strangers.push_back(connect_to_port("127.0.0.1", port));
    first.receive([](int, const json&) {});
  }
  EXPECT_LE(first.fds().size(), 65u);
  strangers.clear();
  EXPECT_TRUE(receive_until([&] { return first.fds().size() == 1; }));
  come(1);
}

TEST_F(HostLinksTest, WhoIsGoneIsForgotten) {
  come(1);
  EXPECT_TRUE(receive_until([&] { return first.size() == 0; }));
}

TEST(FirstHostLinkTest, WhereNobodyListensItIsNotReached) {
  FirstHostLink link("127.0.0.1", listen_on_free_port(true).second, 1);
  EXPECT_FALSE(link.reconnect());
  EXPECT_FALSE(link.connected());
  EXPECT_THAT(link.receive(), IsEmpty());
}

}  // namespace
}  // namespace gridlock::protocol
