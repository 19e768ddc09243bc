#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "harness/protocol/channel.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::protocol {
namespace {

TEST(Channel, CarriesMessagesBothWays) {
  auto [left, right] = stream_pair();
  Channel a(std::move(left)), b(std::move(right));
  a.send({{"x", 1}});
  a.send({{"text", "line\nbreak"}});
  const auto messages = b.receive();
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[1]["text"], "line\nbreak");
  a.close();
  EXPECT_TRUE(b.receive().empty());
  EXPECT_TRUE(b.closed());
}

TEST(Channel, ASlowPeerBlocksNobodyAndLosesNothing) {
  auto [left, right] = stream_pair();
  Channel a(std::move(left)), b(std::move(right));
  const std::string big(1 << 20, 'x');
  for (int i = 0; i < 8; ++i) a.send({{"i", i}, {"big", big}});
  EXPECT_TRUE(a.wants_write());
  std::vector<nlohmann::json> all;
  while (all.size() < 8) {
    for (auto& message : b.receive()) all.push_back(std::move(message));
    a.flush();
  }
  EXPECT_EQ(all[7]["i"], 7);
  EXPECT_FALSE(a.wants_write());
}

TEST(Channel, GarbageIsCountedAndLeavesTheRestReadable) {
  auto [left, right] = stream_pair();
  const std::string bytes = "{broken\n42\n\xff\xfe\n{\"ok\":true}\nhalf a li";
  ASSERT_GT(write(left.get(), bytes.data(), bytes.size()), 0);
  Channel b(std::move(right));
  const auto messages = b.receive();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(b.invalid_lines(), 3u);
}

TEST(Channel, TextThatIsNoUnicodeStillArrives) {
  auto [left, right] = stream_pair();
  Channel a(std::move(left)), b(std::move(right));
  a.send({{"traceback", "bad \xff byte"}});
  EXPECT_EQ(b.receive().size(), 1u);
}

TEST(Packet, DescriptorsArriveAndAreCloseOnExec) {
  auto [left, right] = packet_pair();
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  send_packet(left.get(), "take this", {fds[1]});
  close(fds[1]);
  auto packet = receive_packet(right.get());
  ASSERT_TRUE(packet);
  EXPECT_EQ(packet->text, "take this");
  ASSERT_EQ(packet->fds.size(), 1u);
  EXPECT_EQ(write(packet->fds[0].get(), "x", 1), 1);
  char byte;
  EXPECT_EQ(read(fds[0], &byte, 1), 1);
  close(fds[0]);
  left.reset();
  EXPECT_FALSE(receive_packet(right.get()));
}

TEST(Rendezvous, TwoListenersGetTwoPorts) {
  const auto first = listen_on_free_port(true);
  const auto second = listen_on_free_port(true);
  EXPECT_NE(first.second, second.second);
}

sockaddr_in loopback(int last_byte, int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + static_cast<unsigned>(last_byte) - 1);
  return address;
}

// The listener has the address 127.0.0.1 only.
TEST(Rendezvous, AHostIsReachedAtWhicheverAddressAnswers) {
  const auto [listener, port] = listen_on_free_port(true);
  EXPECT_TRUE(connect_to_any({loopback(2, port), loopback(1, port)}));
  EXPECT_TRUE(connect_to_any({loopback(1, port), loopback(2, port)}));
  EXPECT_FALSE(connect_to_any({loopback(2, port), loopback(3, port)}));
  EXPECT_FALSE(connect_to_any({}));
}

// The kernel answers no more connections to a socket with a full queue.
TEST(Rendezvous, AnAddressThatDoesNotAnswerTakesNoTimeFromTheOthers) {
  const auto [silent, silent_port] = listen_on_free_port(true);
  ASSERT_EQ(listen(silent.get(), 0), 0);
  const process::Fd waiting = connect_to_any({loopback(1, silent_port)});
  ASSERT_TRUE(waiting);
  ASSERT_FALSE(connect_to_any({loopback(1, silent_port)})) << "the queue is full";
  const auto [listener, port] = listen_on_free_port(true);
  EXPECT_TRUE(connect_to_any({loopback(1, silent_port), loopback(1, port)}));
}

}  // namespace
}  // namespace gridlock::protocol
