#include "harness/exec/hosts.h"

#include <gmock/gmock.h>
#include <sys/socket.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "harness/protocol/rendezvous.h"

namespace gridlock::exec {
namespace {

using namespace std::chrono_literals;
using protocol::HostQuestion;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

// A first host that listens on a port that was free just before.
struct Hosts : ::testing::Test {
  Hosts() {
    port = protocol::listen_on_free_port(true).second;
    first.listen_on(port, 2);
    first.add_secret("secret");
  }

  // Connects another host.
  void join(FirstHost& host, int number) {
    host.connect_to("localhost", port, number);
    host.add_secret("secret");
    poll_until([&] {
      host.receive();
      return host.connected();
    });
    ASSERT_TRUE(host.connected());
  }

  // Connects and sends the bytes.
  process::Fd stranger(const std::string& bytes) const {
    process::Fd socket = protocol::connect_to_port("127.0.0.1", port);
    send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return socket;
  }

  // Calls poll_once() until the condition is true. Waits ten seconds at most, which is enough on a
  // busy machine.
  template <typename Condition>
  void poll_until(Condition holds) {
    for (int i = 0; i < 1000 && !holds(); ++i) {
      first.poll_once();
      std::this_thread::sleep_for(10ms);
    }
  }

  int port = 0;
  OtherHosts first;
};

// Answers questions until the first host sends HostEnd or disconnects.
void serve(FirstHost& host, int rank) {
  for (bool ended = false; !ended; std::this_thread::sleep_for(1ms)) {
    for (const protocol::FirstHostMessage& message : host.receive()) {
      const auto* question = std::get_if<HostQuestion>(&message);
      ended |= question == nullptr;
      if (!ended) host.answer(*question, {.stacks = {{rank, question->job}}});
    }
    ended |= !host.connected();
  }
}

TEST_F(Hosts, AllAnswerAQuestion) {
  FirstHost second, third;
  join(second, 1);
  join(third, 2);
  std::jthread a([&] { serve(second, 4); }), b([&] { serve(third, 8); });
  for (int round = 0; round < 3; ++round) {
    std::map<int, std::string> stacks;
    for (auto& answer : first.ask({.job = "here"}, 10s)) stacks.merge(answer.stacks);
    EXPECT_THAT(stacks, ElementsAre(Pair(4, "here"), Pair(8, "here")));
  }
  first.send(protocol::HostEnd{90, {}});
}

TEST_F(Hosts, WhoDoesNotAnswerIsNotWaitedFor) {
  FirstHost silent;
  join(silent, 1);
  EXPECT_THAT(first.ask({}, 50ms), IsEmpty());
}

TEST_F(Hosts, AnAnswerThatComesTooLateIsNoAnswerToTheNextQuestion) {
  FirstHost slow;
  join(slow, 1);
  EXPECT_THAT(first.ask({}, 50ms), IsEmpty());
  const auto questions = slow.receive();
  ASSERT_EQ(questions.size(), 1u);
  slow.answer(std::get<HostQuestion>(questions[0]), {});
  EXPECT_THAT(first.ask({}, 50ms), IsEmpty());
}

TEST_F(Hosts, OthersTellHowMuchTheyHaveRecordedAndThatTheyAreQuiet) {
  FirstHost second;
  join(second, 1);
  EXPECT_FALSE(first.take_quiet());
  second.report(812, false);
  poll_until([&] { return first.events() == 812; });
  EXPECT_EQ(first.events(), 812u);
  EXPECT_FALSE(first.take_quiet());
  second.report(812, true);
  bool quiet = false;
  poll_until([&] { return quiet = quiet || first.take_quiet(); });
  EXPECT_TRUE(quiet);
  EXPECT_FALSE(first.take_quiet());
}

TEST_F(Hosts, AStrangerIsSentAway) {
  protocol::Channel outsider(protocol::connect_to_port("127.0.0.1", port));
  outsider.send({{"events", "many"}});
  poll_until([&] {
    outsider.receive();
    return outsider.closed();
  });
  EXPECT_TRUE(outsider.closed());
  EXPECT_EQ(first.events(), 0u);
  EXPECT_EQ(first.take_news(), "") << "it did not say that it is a host";
}

TEST_F(Hosts, WhoConnectsAndSaysNothingIsNoHost) {
  const process::Fd silent = stranger("");
  ASSERT_TRUE(silent);
  EXPECT_THAT(first.ask({}, 10s), IsEmpty());
  EXPECT_FALSE(first.any_connected());
}

// The strangers stay connected, and new ones come while the hosts talk.
TEST_F(Hosts, StrangersChangeNothing) {
  std::vector<process::Fd> strangers;
  const auto come = [&] {
    for (const char* bytes : {"", "{\"host\":1,\"sec", "{\"host\":1,\"secret\":\"guessed\"}\n",
                              "{\"events\":7,\"quiet\":true}\n", "GET / HTTP/1.1\r\n\r\n"}) {
      strangers.push_back(stranger(bytes));
    }
    strangers.push_back(stranger(std::string(1'000'000, '[')));
    for (int i = 0; i < 70; ++i) strangers.push_back(stranger(""));
    first.poll_once();
  };
  come();
  FirstHost second;
  join(second, 1);
  come();
  std::jthread serving([&] { serve(second, 4); });
  for (int round = 0; round < 3; ++round) {
    come();
    const auto answers = first.ask({.job = "here"}, 10s);
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_THAT(answers[0].stacks, ElementsAre(Pair(4, "here")));
  }
  EXPECT_EQ(first.events(), 0u);
  EXPECT_FALSE(first.take_quiet());
  first.send(protocol::HostEnd{90, {}});
}

TEST_F(Hosts, AHostOfAnotherRunIsRefusedAndBothSayItOnce) {
  FirstHost stale;
  stale.connect_to("localhost", port, 1);
  stale.add_secret("another");
  std::string said;
  poll_until([&] {
    stale.receive();
    return !(said = first.take_news()).empty();
  });
  EXPECT_THAT(said, HasSubstr("refused a gridlock exec at 127.0.0.1, which knows another secret"));
  EXPECT_FALSE(first.any_connected());

  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(stale.take_news(now + 9s), "");
  EXPECT_THAT(stale.take_news(now + 11s), HasSubstr("examines only its own ranks so far"));
  EXPECT_EQ(stale.take_news(now + 60s), "");

  FirstHost again;
  again.connect_to("localhost", port, 2);
  again.add_secret("another");
  again.receive();
  for (int i = 0; i < 10; ++i) first.poll_once();
  EXPECT_EQ(first.take_news(), "");
}

TEST_F(Hosts, WithoutASecretNobodyConnects) {
  OtherHosts unaware;
  const int other_port = protocol::listen_on_free_port(true).second;
  unaware.listen_on(other_port, 1);
  FirstHost second;
  second.connect_to("localhost", other_port, 1);
  EXPECT_THAT(second.receive(), IsEmpty());
  unaware.poll_once();
  EXPECT_FALSE(second.connected());
  EXPECT_THAT(unaware.fds(), IsEmpty());
  EXPECT_EQ(second.take_news(std::chrono::steady_clock::now() + 1h), "");
}

TEST_F(Hosts, TheStoreIsKeptForHostsThatAreThereOrMayStillCome) {
  EXPECT_TRUE(first.may_need_store());
  FirstHost second, third;
  for (FirstHost* host : {&second, &third}) {
    join(*host, host == &second ? 1 : 2);
    host->report(3, false);
  }
  poll_until([&] { return first.events() == 6; });
  EXPECT_TRUE(first.may_need_store());
  second = FirstHost();
  third = FirstHost();
  poll_until([&] { return !first.any_connected(); });
  EXPECT_FALSE(first.may_need_store());
  EXPECT_FALSE(OtherHosts().may_need_store());
}

TEST_F(Hosts, WhoIsGoneIsForgotten) {
  {
    FirstHost second;
    join(second, 1);
  }
  EXPECT_THAT(first.ask({}, 10s), IsEmpty());
}

TEST(FirstHostTest, NobodyThereIsNoError) {
  FirstHost host;
  host.connect_to("127.0.0.1", protocol::listen_on_free_port(true).second, 1);
  host.add_secret("secret");
  EXPECT_THAT(host.receive(), IsEmpty());
  EXPECT_FALSE(host.connected());
  EXPECT_THAT(host.take_news(std::chrono::steady_clock::now() + 11s),
              HasSubstr("cannot be reached"));
}

}  // namespace
}  // namespace gridlock::exec
