#include "harness/exec/hosts.h"

#include <gmock/gmock.h>
#include <sys/socket.h>

#include <thread>

#include "harness/protocol/rendezvous.h"

namespace gridlock::exec {
namespace {

using namespace std::chrono_literals;
using protocol::HostQuestion;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

// A first host that listens on a port that was free just before.
struct Hosts : ::testing::Test {
  Hosts() {
    port = protocol::listen_on_free_port(true).second;
    first.listen_on(port);
  }

  // Connects another host.
  void join(FirstHost& host, int number) {
    host.connect_to("localhost", port, number);
    host.receive();
    ASSERT_TRUE(host.connected());
    const auto before = first.fds().size();
    poll_until([&] { return first.any_connected() && first.fds().size() > before; });
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
}

TEST_F(Hosts, WhoConnectsAndSaysNothingIsNoHost) {
  const process::Fd silent = protocol::connect_to_port("127.0.0.1", port);
  ASSERT_TRUE(silent);
  EXPECT_THAT(first.ask({}, 10s), IsEmpty());
  EXPECT_FALSE(first.any_connected());
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
  EXPECT_THAT(host.receive(), IsEmpty());
  EXPECT_FALSE(host.connected());
}

}  // namespace
}  // namespace gridlock::exec
