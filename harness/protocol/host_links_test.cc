#include "harness/protocol/host_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/fields/path.h"
#include "harness/process/fd.h"
#include "harness/protocol/handshake.h"
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
    EXPECT_TRUE(receive_until([&] { return link.reconnect(); }));
    EXPECT_EQ(first.size(), before + 1);
    return link;
  }

  // Connects and sends the bytes. Returns once they are accepted.
  process::Fd stranger(const std::string& bytes) {
    process::Fd socket = connect_to_port("127.0.0.1", port);
    EXPECT_EQ(send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    EXPECT_TRUE(receive_until([&] { return first.fds().size() > 1 || is_closed(socket); }));
    return socket;
  }

  static bool is_closed(const process::Fd& socket) {
    char byte;
    const ssize_t got = recv(socket.get(), &byte, 1, MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN);
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

TEST_F(HostLinksTest, OneSecretInCommonIsEnough) {
  first.add_secret("of a local group");
  FirstHostLink second("127.0.0.1", port, 1, "of another local group");
  second.add_secret("secret");
  EXPECT_TRUE(receive_until([&] { return second.reconnect(); }));
  EXPECT_EQ(first.size(), 1u);
}

TEST_F(HostLinksTest, WhoDoesNotKnowTheSecretIsSentAway) {
  FirstHostLink stranger("127.0.0.1", port, 1, "guessed");
  EXPECT_TRUE(receive_until([&] {
    EXPECT_FALSE(stranger.reconnect());
    return stranger.attempt() == FirstHostLink::Attempt::kRefused;
  }));
  EXPECT_EQ(first.size(), 0u);
  EXPECT_EQ(first.take_refused(), "127.0.0.1");
  EXPECT_EQ(first.take_refused(), "");
}

// Otherwise, a peer could try any number of secrets.
TEST_F(HostLinksTest, OnlyTheFirstLineOfAConnectionIsRead) {
  const std::string right = handshake(1, "secret").dump() + '\n';
  const process::Fd peer = stranger(handshake(1, "guessed").dump() + '\n' + right);
  EXPECT_TRUE(receive_until([&] { return is_closed(peer); }));
  EXPECT_EQ(first.size(), 0u);
}

TEST_F(HostLinksTest, AMessageMayFollowTheSecretAtOnce) {
  const process::Fd peer = stranger(handshake(1, "secret").dump() + "\n{\"from\":\"second\"}\n");
  EXPECT_TRUE(receive_until([&] { return !received.empty(); }));
  EXPECT_THAT(received, ElementsAre(Pair(1, R"({"from":"second"})")));
}

TEST_F(HostLinksTest, UntilTheSecretIsKnownNobodyIsAccepted) {
  auto [listener, other_port] = listen_on_free_port(true);
  port = other_port;
  first = HostLinks(std::move(listener));
  FirstHostLink early("127.0.0.1", port, 1, "secret");
  const process::Fd knows_none = connect_to_port("127.0.0.1", port);
  const std::string nothing = handshake(1, "").dump() + '\n';
  send(knows_none.get(), nothing.data(), nothing.size(), 0);
  EXPECT_FALSE(early.reconnect());
  first.receive([](int, const json&) { FAIL(); });
  EXPECT_THAT(first.fds(), IsEmpty()) << "a listener that is readable would keep the caller awake";
  EXPECT_EQ(early.attempt(), FirstHostLink::Attempt::kUnanswered);
  first.add_secret("secret");
  EXPECT_TRUE(receive_until([&] { return early.reconnect(); }));
  EXPECT_EQ(first.size(), 1u);
}

TEST_F(HostLinksTest, AHostThatConnectsAgainReplacesItsLink) {
  FirstHostLink before = come(1);
  FirstHostLink again("127.0.0.1", port, 1, "secret");
  EXPECT_TRUE(receive_until([&] { return again.reconnect(); }));
  EXPECT_EQ(first.size(), 1u);
  again.send({{"from", "second"}});
  EXPECT_TRUE(receive_until([&] { return !received.empty(); }));
}

TEST_F(HostLinksTest, WhoSendsNonsenseIsSentAway) {
  FirstHostLink second = come(1);
  second.send({{"nonsense", 1}});
  EXPECT_TRUE(receive_until([&] { return first.size() == 0; }));
}

TEST_F(HostLinksTest, WhoSaysNothingIsNoHostAndHearsNothing) {
  const process::Fd silent = stranger("");
  EXPECT_EQ(first.size(), 0u);
  first.send({{"to", "all"}});
  EXPECT_FALSE(first.wants_write());
  come(1);
}

TEST_F(HostLinksTest, WhoSendsHalfAHandshakeIsNoHost) {
  const process::Fd half = stranger(R"({"host":1,"secr)");
  EXPECT_EQ(first.size(), 0u);
  come(1);
}

TEST_F(HostLinksTest, NonsenseWithoutEndIsNotReadToItsEnd) {
  for (const std::string part : {"{", "\n", "[]\n", "{}\n", "{\"host\":1}\n"}) {
    const process::Fd peer = stranger(part);
    std::string much;
    while (much.size() < 1'000'000) much += part;
    send(peer.get(), much.data(), much.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    for (int calls = 0; calls < 3; ++calls) first.receive([](int, const json&) { FAIL(); });
    EXPECT_TRUE(is_closed(peer)) << part;
  }
  EXPECT_EQ(first.size(), 0u);
  come(1);
}

TEST_F(HostLinksTest, WhoSendsOneByteAfterTheOtherIsDisconnectedAfterAWhile) {
  const process::Fd slow = stranger("{");
  FirstHostLink second = come(1);
  EXPECT_TRUE(receive_until([&] {
    send(slow.get(), " ", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    return is_closed(slow);
  }));
  EXPECT_EQ(first.size(), 1u);
}

// The strangers stay, and more come all the time.
TEST_F(HostLinksTest, AFloodOfStrangersKeepsNoHostAway) {
  std::vector<process::Fd> strangers;
  const auto flood = [&] {
    for (int i = 0; i < 50; ++i) strangers.push_back(connect_to_port("127.0.0.1", port));
    first.receive([](int, const json&) {});
  };
  for (int i = 0; i < 6; ++i) flood();
  EXPECT_LE(first.fds().size(), 65u);
  const process::Fd late = connect_to_port("127.0.0.1", port);
  flood();
  const std::string line = handshake(2, "secret").dump() + '\n';
  EXPECT_GT(send(late.get(), line.data(), line.size(), MSG_NOSIGNAL), 0);
  flood();
  EXPECT_EQ(first.size(), 1u) << "one whose line comes later than its connection";
  FirstHostLink second("127.0.0.1", port, 1, "secret");
  second.reconnect();
  for (int i = 0; i < 3; ++i) flood();
  EXPECT_TRUE(second.reconnect()) << "one that is accepted at its first attempt";
}

TEST_F(HostLinksTest, WhoIsGoneIsForgotten) {
  come(1);
  EXPECT_TRUE(receive_until([&] { return first.size() == 0; }));
}

TEST(FirstHostLinkTest, WhereNobodyListensItIsNotReached) {
  FirstHostLink link("127.0.0.1", listen_on_free_port(true).second, 1, "secret");
  EXPECT_FALSE(link.reconnect());
  EXPECT_EQ(link.attempt(), FirstHostLink::Attempt::kUnreachable);
  EXPECT_FALSE(link.connected());
  EXPECT_THAT(link.receive(), IsEmpty());
}

// Another process may listen at the port. It learns only one half of the secret.
TEST(FirstHostLinkTest, WhoRepeatsTheSecretIsNotTheFirstHost) {
  const auto [listener, port] = listen_on_free_port(true);
  FirstHostLink link("127.0.0.1", port, 1, "secret");
  EXPECT_FALSE(link.reconnect());
  const process::Fd peer = accept_from(listener.get());
  const std::string answer = handshake(0, "secsec").dump() + '\n';
  send(peer.get(), answer.data(), answer.size(), 0);
  for (int i = 0; i < 1000 && link.attempt() == FirstHostLink::Attempt::kUnanswered; ++i) {
    EXPECT_FALSE(link.reconnect());
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(link.attempt(), FirstHostLink::Attempt::kRefused);
}

TEST(FirstHostLinkTest, WithoutASecretItDoesNotConnect) {
  const auto [listener, port] = listen_on_free_port(true);
  FirstHostLink link("127.0.0.1", port, 1);
  EXPECT_FALSE(link.reconnect());
  EXPECT_EQ(link.attempt(), FirstHostLink::Attempt::kNone);
}

}  // namespace
}  // namespace gridlock::protocol
