#include "harness/trace/pass.h"

#include <array>

namespace gridlock::trace {
namespace {

constexpr std::array<const char*, 4> kWordsOfPasses = {"", "forward", "backward", "optimizer"};

}  // namespace

std::string describe(Pass pass) {
  const auto number = static_cast<std::size_t>(pass);
  return number < kWordsOfPasses.size() ? kWordsOfPasses[number] : "";
}

std::string with_module(const std::string& pass, const std::string& module) {
  return pass.empty() || module.empty() ? pass : pass + " of " + module;
}

}  // namespace gridlock::trace
