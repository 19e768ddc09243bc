#include "harness/agent/stack_code.h"

#include <fmt/format.h>
#include <sys/uio.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "harness/agent/system_call.h"

namespace gridlock::agent {
namespace {

// More than threads have; main threads may have more, of which nobody uses so much.
constexpr std::uint64_t kLargestStack = 16 << 20;

}  // namespace

// proc(5): "7f00-7f80 r-xp 00000000 fe:00 1104   /usr/lib/libcuda.so.1"
StackCode::StackCode(pid_t process) : process_(process) {
  std::ifstream maps(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(maps, line);) {
    Mapping mapping;
    char* end = nullptr;
    mapping.first = std::strtoull(line.c_str(), &end, 16);
    if (*end != '-') continue;
    mapping.behind = std::strtoull(end + 1, &end, 16);
    mapping.executable = std::string_view(end).substr(0, 4).ends_with('x');
    const auto slash = line.find('/');
    if (slash != line.npos) mapping.file = line.substr(line.rfind('/') + 1);
    mappings_.push_back(std::move(mapping));
  }
}

bool StackCode::may_be_within(pid_t thread, std::string_view library) const {
  std::vector<const Mapping*> code;
  for (const Mapping& mapping : mappings_) {
    if (mapping.executable && mapping.file.find(library) != std::string::npos) {
      code.push_back(&mapping);
    }
  }
  const std::vector<std::uint64_t> stack = stack_of(thread);
  if (stack.empty()) return true;
  return std::ranges::any_of(stack, [&](std::uint64_t word) {
    return std::ranges::any_of(code, [&](const Mapping* mapping) {
      return word >= mapping->first && word < mapping->behind;
    });
  });
}

std::vector<std::uint64_t> StackCode::stack_of(pid_t thread) const {
  const std::optional<std::uint64_t> top = stack_pointer(process_, thread);
  if (!top) return {};
  const auto found = std::ranges::find_if(mappings_, [&](const Mapping& mapping) {
    return *top >= mapping.first && *top < mapping.behind;
  });
  if (found == mappings_.end() || found->behind - *top > kLargestStack) return {};
  std::vector<std::uint64_t> words((found->behind - *top) / sizeof(std::uint64_t));
  const std::size_t bytes = words.size() * sizeof(std::uint64_t);
  const iovec here{words.data(), bytes};
  const iovec there{reinterpret_cast<void*>(*top), bytes};
  if (process_vm_readv(process_, &here, 1, &there, 1, 0) != static_cast<ssize_t>(bytes)) return {};
  return words;
}

}  // namespace gridlock::agent
