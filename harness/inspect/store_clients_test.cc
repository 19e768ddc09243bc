#include "harness/inspect/store_clients.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "harness/process/fd.h"

namespace gridlock::inspect {
namespace {

using process::Fd;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A server and a client in this process, connected like those of a store.
struct StoreClients : testing::Test {
  StoreClients() : server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(server.get(), any, size), 0);
    EXPECT_EQ(listen(server.get(), 8), 0);
    getsockname(server.get(), any, &size);
    port = ntohs(address.sin_port);
    client = connected();
    accepted = Fd(accept4(server.get(), nullptr, nullptr, SOCK_CLOEXEC));
  }
  Fd connected() const {
    Fd made(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    EXPECT_EQ(connect(made.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return made;
  }
  std::vector<std::string> outside_clients(std::vector<pid_t> own = {getpid()}) const {
    return other_store_clients(getpid(), port, own);
  }

  Fd server, client, accepted;
  int port = 0;
};

TEST_F(StoreClients, OfTheJobAreNoStrangers) {
  EXPECT_THAT(outside_clients(), IsEmpty());
}

TEST_F(StoreClients, OfNobodyWeKnowAreNamed) {
  EXPECT_THAT(outside_clients({}), ElementsAre(HasSubstr("process " + std::to_string(getpid()))));
}

TEST_F(StoreClients, AChildThatSharesAConnectionMayUseIt) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t child = fork();
  if (child == 0) {
    char byte;
    close(pipe[1]);
    (void)!read(pipe[0], &byte, 1);
    _exit(0);
  }
  EXPECT_THAT(outside_clients(), ElementsAre(HasSubstr("process " + std::to_string(child))));
  close(pipe[1]);
  waitpid(child, nullptr, 0);
  close(pipe[0]);
  EXPECT_THAT(outside_clients(), IsEmpty());
}

TEST_F(StoreClients, WhoHasLeftIsNone) {
  { const Fd visitor = connected(); }
  const Fd other_end(accept4(server.get(), nullptr, nullptr, SOCK_CLOEXEC));
  EXPECT_THAT(outside_clients(), IsEmpty());
}

TEST_F(StoreClients, OtherProcessesThatAreConnectedAreServed) {
  EXPECT_FALSE(serves_others(port, {getpid()}));
  EXPECT_TRUE(serves_others(port, {}));
  client = Fd();
  EXPECT_FALSE(serves_others(port, {}));
}

}  // namespace
}  // namespace gridlock::inspect
