#include "harness/diagnosis/stack.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "harness/text/utf8.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::string_view kMostRecentFirst = " (most recent call first)";

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

template <typename Number>
std::optional<Number> take_number(std::string_view& text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// Parses a header: `Thread 812 (idle): "name"` or `Thread 0x7f21 [name] (most recent call first):`.
std::optional<ThreadStack> parse_header(std::string_view line) {
  ThreadStack thread;
  thread.main = take(line, "Current thread ");
  if (!thread.main && !take(line, "Thread ")) return std::nullopt;
  const auto id = take_number<std::uint64_t>(line, take(line, "0x") || take(line, "0X") ? 16 : 10);
  if (!id) return std::nullopt;
  thread.id = *id;
  if (const auto end = line.find(kMostRecentFirst); end != std::string_view::npos) {
    std::string_view name = line.substr(0, end);
    if (take(name, " [") && name.ends_with(']'))
      thread.name = text::clean(name.substr(0, name.size() - 1));
    return thread;
  }
  if (!take(line, " (")) return std::nullopt;
  thread.active = line.starts_with("active");
  if (const auto quote = line.find(": \""); quote != std::string_view::npos) {
    const std::string_view name = line.substr(quote + 3);
    thread.name = text::clean(name.substr(0, name.rfind('"')));
  }
  thread.main = thread.name == "MainThread";
  return thread;
}

// Parses `    step (train.py:31)`.
std::optional<Frame> parse_py_spy_frame(std::string_view line) {
  if (!take(line, "    ") || !line.ends_with(')')) return std::nullopt;
  const std::size_t open = line.rfind(" (");
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  std::string_view file = line.substr(open + 2, line.size() - open - 3);
  Frame frame{text::clean(line.substr(0, open)), "", 0};
  if (const std::size_t colon = file.rfind(':'); colon != std::string_view::npos) {
    std::string_view digits = file.substr(colon + 1);
    const auto number = take_number<int>(digits);
    if (number && *number >= 0 && digits.empty()) {
      frame.line = *number;
      file = file.substr(0, colon);
    }
  }
  frame.file = text::clean(file);
  return frame;
}

// Parses `  File "train.py", line 31 in step`.
std::optional<Frame> parse_faulthandler_frame(std::string_view line) {
  if (!take(line, "  File \"")) return std::nullopt;
  const std::size_t quote = line.rfind("\", line ");
  if (quote == std::string_view::npos) return std::nullopt;
  Frame frame{"", text::clean(line.substr(0, quote)), 0};
  line.remove_prefix(quote + 8);
  const auto number = take_number<int>(line);
  if (!number || *number < 0 || !take(line, " in ")) return std::nullopt;
  frame.line = *number;
  frame.function = text::clean(line);
  return frame;
}

class Parser {
 public:
  // Reads a line. Returns false when the next process begins.
  bool read(std::string_view line) {
    if (line.starts_with("Process ") && !threads_.empty()) return false;
    if (auto thread = parse_header(line)) {
      begin(std::move(*thread));
    } else if (in_thread_) {
      read_frame(line);
    }
    return true;
  }

  std::vector<ThreadStack> finish() {
    for (ThreadStack& thread : threads_) std::ranges::reverse(thread.frames);
    return std::move(threads_);
  }

 private:
  void begin(ThreadStack thread) {
    const auto [known, is_new] = index_.emplace(thread.id, threads_.size());
    if (is_new) threads_.emplace_back();
    current_ = known->second;
    threads_[current_] = std::move(thread);
    in_thread_ = true;
  }

  void read_frame(std::string_view line) {
    auto frame = parse_faulthandler_frame(line);
    if (!frame) frame = parse_py_spy_frame(line);
    if (frame) {
      threads_[current_].frames.push_back(std::move(*frame));
    } else if (!line.starts_with("  ")) {
      in_thread_ = false;  // a line of the program's own output
    }
  }

  std::vector<ThreadStack> threads_;
  std::map<std::uint64_t, std::size_t> index_;
  std::size_t current_ = 0;
  bool in_thread_ = false;
};

}  // namespace

std::vector<ThreadStack> parse_stacks(std::string_view text) {
  Parser parser;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!parser.read(line)) break;
  }
  return parser.finish();
}

const ThreadStack* main_thread(const std::vector<ThreadStack>& threads) {
  if (threads.empty()) return nullptr;
  const auto main = std::ranges::find(threads, true, &ThreadStack::main);
  return main != threads.end() ? &*main : &threads.back();
}

}  // namespace gridlock::diagnosis
