#include "harness/exec/tee.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <system_error>

#include "harness/process/files.h"

namespace gridlock::exec {
namespace {

constexpr int kReadsPerPump = 16;              // of 64 KiB each, for each stream
constexpr std::size_t kLongestLine = 1 << 20;  // a longer one is broken
constexpr std::chrono::seconds kTimeToFinish{3};

// Returns the read end and the write end of a pipe. A write by the child may block, as it may at a
// terminal. A read by this process never blocks.
std::pair<process::Fd, process::Fd> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot create a pipe");
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {process::Fd(ends[0]), process::Fd(ends[1])};
}

}  // namespace

Tee::Tee(std::filesystem::path folder) : folder_(std::move(folder)) {
  if (enabled()) std::filesystem::create_directories(folder_);
}

process::Fd Tee::add(const std::string& name) {
  auto [ours, childs] = make_pipe();
  std::string file = name;
  std::erase(file, ' ');
  streams_.push_back({name, std::move(ours), process::create_file(folder_ / (file + ".log")), ""});
  return std::move(childs);
}

std::vector<int> Tee::fds() const {
  std::vector<int> fds;
  for (const Stream& stream : streams_) {
    if (stream.pipe) fds.push_back(stream.pipe.get());
  }
  return fds;
}

bool Tee::read_available(Stream& stream) {
  char buffer[1 << 16];
  const ssize_t got = read(stream.pipe.get(), buffer, sizeof buffer);
  if (got == 0) stream.pipe.reset();
  if (got <= 0) return false;
  const std::string_view text(buffer, static_cast<std::size_t>(got));
  process::write_all(stream.file.get(), text);
  stream.line += text;
  forward(stream);
  return true;
}

void Tee::forward(Stream& stream) {
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = stream.line.find('\n', begin);
    if (end == std::string::npos) break;
    std::cout << fmt::format("[{}] {}\n", stream.name, stream.line.substr(begin, end - begin));
    begin = end + 1;
  }
  stream.line.erase(0, begin);
  if (stream.line.size() > kLongestLine) {
    std::cout << fmt::format("[{}] {}\n", stream.name, stream.line);
    stream.line.clear();
  }
  std::cout << std::flush;
}

// Reads a limited amount, because a rank that prints without end must not stop the caller.
bool Tee::pump() {
  bool more = false;
  for (Stream& stream : streams_) {
    int reads = 0;
    while (stream.pipe && reads < kReadsPerPump && read_available(stream)) ++reads;
    more |= reads == kReadsPerPump;
  }
  return more;
}

void Tee::finish() {
  const auto end = std::chrono::steady_clock::now() + kTimeToFinish;
  while (pump() && std::chrono::steady_clock::now() < end) {
  }
  for (Stream& stream : streams_) {
    if (!stream.line.empty()) stream.line += '\n';
    forward(stream);
  }
}

}  // namespace gridlock::exec
