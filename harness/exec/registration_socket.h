// Where processes that know nothing of gridlock announce themselves as ranks (the other side is
// harness/rank/gridlock/probe/attach.py), and are given a ring and a file for stacks to write into;
// and where `gridlock dump` asks how they are.
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
  pid_t pid = -1;      // as the kernel says
  process::Fd socket;  // for the answer
};

struct DumpRequest : protocol::DumpQuestion {
  process::Fd socket;  // for the answer
};

// A rank is about to exit with an uncaught exception.
struct Raised : protocol::RaiseNotice {
  pid_t pid = -1;  // as the kernel says
};

using Request = std::variant<RankRegistration, DumpRequest, Raised>;

class RegistrationSocket {
 public:
  // Listens at `path`, a Unix socket. Throws std::system_error.
  explicit RegistrationSocket(const std::filesystem::path& path);

  int fd() const { return socket_.get(); }  // readable when a request has come

  // The next request; nothing when there is none, or when it cannot be read.
  std::optional<Request> next();

  // The answer: descriptors of its ring, and of the file that it writes its stacks to. A process
  // that is gone gets none.
  static void answer(const RankRegistration& registration, int ring, int stacks);
  static void answer(const DumpRequest& request, const std::string& text);
  // The other side of it. Nothing where no process answers at `path`.
  static std::optional<std::string> ask(const std::filesystem::path& path, DumpFormat format);

 private:
  process::Fd socket_;
};

}  // namespace gridlock::exec
