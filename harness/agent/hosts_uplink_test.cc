#include "harness/agent/hosts_uplink.h"

#include <gmock/gmock.h>

#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/process/temporary_folder.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::agent {
namespace {

using namespace std::chrono_literals;

// Connects a controller and two agents.
class HostsUplinkTest : public ::testing::Test {
 protected:
  HostsUplinkTest() : folder_("uplink"), listener_(protocol::listen_at(folder_.path() / "socket")) {
    Rendezvous rendezvous{.agents = 2, .address = "127.0.0.1", .secret = "secret"};
    Rendezvous others = {.agent = 1, .agents = 2, .address = "127.0.0.1", .secret = "secret"};
    std::tie(rendezvous.listener, others.port) = protocol::listen_on_free_port(true);
    auto reaching = std::async(std::launch::async,
                               [&others] { return std::make_unique<OtherAgentUplink>(others); });
    first.emplace(folder_.path() / "socket", std::move(rendezvous));
    other = reaching.get();
    controller = protocol::Channel(protocol::accept_from(listener_.get()));
  }

  std::optional<FirstAgentUplink> first;
  std::unique_ptr<OtherAgentUplink> other;
  protocol::Channel controller;

 private:
  process::TemporaryFolder folder_;
  process::Fd listener_;
};

template <typename Condition>
bool eventually(Condition holds) {
  for (int i = 0; i < 1000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST_F(HostsUplinkTest, CommandsAreRelayedDown) {
  controller.send(protocol::encode(protocol::Retire{.job = 7}));
  std::vector<protocol::Command> commands;
  EXPECT_TRUE(eventually([&] { return !(commands = first->receive()).empty(); }));
  first->relay(commands.at(0));
  EXPECT_TRUE(eventually([&] { return !(commands = other->receive()).empty(); }));
  EXPECT_EQ(std::get<protocol::Retire>(commands.at(0)).job, 7);
}

TEST_F(HostsUplinkTest, EventsOfBothReachTheController) {
  other->publish(protocol::Quiet{.job = 3});
  std::vector<nlohmann::json> events;
  EXPECT_TRUE(eventually([&] {
    first->receive();
    return !(events = controller.receive()).empty();
  }));
  EXPECT_EQ(std::get<protocol::Quiet>(protocol::decode_event(events.at(0))).job, 3);
  first->publish(protocol::Quiet{.job = 4});
  EXPECT_TRUE(eventually([&] { return !(events = controller.receive()).empty(); }));
  EXPECT_EQ(std::get<protocol::Quiet>(protocol::decode_event(events.at(0))).job, 4);
}

TEST_F(HostsUplinkTest, WhatTheOtherSaysLastArrives) {
  const std::string large(10 << 20, 'x');
  other->publish(protocol::SetupFailed{large});
  std::jthread ending([&] { other.reset(); });
  std::vector<nlohmann::json> events;
  EXPECT_TRUE(eventually([&] {
    first->receive();
    return !(events = controller.receive()).empty();
  }));
  EXPECT_EQ(std::get<protocol::SetupFailed>(protocol::decode_event(events.at(0))).why.size(),
            large.size());
}

TEST_F(HostsUplinkTest, BothEndWhenOneIsGone) {
  EXPECT_FALSE(first->closed());
  EXPECT_FALSE(other->closed());
  other.reset();
  EXPECT_TRUE(eventually([&] {
    first->receive();
    return first->closed();
  }));
}

TEST_F(HostsUplinkTest, TheOtherEndsWhenTheFirstIsGone) {
  controller.close();
  first.reset();
  EXPECT_TRUE(eventually([&] {
    other->receive();
    return other->closed();
  }));
}

TEST_F(HostsUplinkTest, BothEndWhenTheControllerIsGone) {
  controller.close();
  EXPECT_TRUE(eventually([&] {
    first->receive();
    return first->closed();
  }));
}

}  // namespace
}  // namespace gridlock::agent
