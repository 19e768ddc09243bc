// The socket on which processes below gridlock exec register as ranks. A rank gets a ring and a
// file for its stacks (counterpart: harness/rank/gridlock/probe/attach.py). `gridlock dump` asks
// for the state of a job on the same socket.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "harness/process/fd.h"
#include "harness/protocol/exec_messages.h"

namespace gridlock::exec {

using protocol::DumpFormat;

struct RankRegistration : protocol::Registration {
  pid_t pid = -1;      // as the kernel reports it
  process::Fd socket;  // socket for the answer
};

struct DumpRequest : protocol::DumpQuestion {
  process::Fd socket;  // socket for the answer
};

// Announces that a rank is about to exit with an uncaught exception.
struct Raised {
  facts::Exception exception;
  pid_t pid = -1;  // as the kernel reports it
};

using Request = std::variant<RankRegistration, DumpRequest, Raised, protocol::JobSecret>;

class RegistrationSocket {
 public:
  // Listens at `path`, on a Unix socket. Throws std::system_error if this fails.
  explicit RegistrationSocket(const std::filesystem::path& path);

  int fd() const { return socket_.get(); }  // readable when a request is pending

  // Returns the next request. Returns nullopt if none is pending, or if the request cannot be read.
  std::optional<Request> next();

  // Sends the descriptors of the rank's ring and stacks file. Does nothing if the process is gone.
  static void answer(const RankRegistration& registration, int ring, int stacks);
  static void answer(const DumpRequest& request, const std::string& text);
  // Refuses to observe a rank. The rank prints the reason and goes on without a probe.
  static void refuse(const RankRegistration& registration, const std::string& reason);
  // Asks a gridlock exec process for a dump. Returns nullopt if no process answers at `path`.
  static std::optional<std::string> request_dump(const std::filesystem::path& path,
                                                 DumpFormat format);

 private:
  process::Fd socket_;
};

}  // namespace gridlock::exec
