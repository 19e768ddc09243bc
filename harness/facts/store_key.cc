#include "harness/facts/store_key.h"

#include <algorithm>
#include <cctype>
#include <iomanip>
#include <sstream>

namespace gridlock::facts {
namespace {

constexpr std::size_t kMostKeysNamed = 3;

std::string hex(std::uint64_t hash) {
  std::ostringstream text;
  text << std::hex << std::setw(16) << std::setfill('0') << hash << " (a hash)";
  return text.str();
}

// Returns the name in quotes, without characters that would spoil a line.
std::string quoted(const StoreKey& key) {
  if (key.name.empty()) return hex(key.hash);
  const std::size_t prefix = key.name.rfind("//");
  const bool is_prefixed = prefix != std::string::npos && prefix + 2 < key.name.size();
  std::string name = is_prefixed ? key.name.substr(prefix + 2) : key.name;
  std::ranges::replace_if(name, [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  return "'" + name + "'";
}

}  // namespace

std::string describe(const std::vector<StoreKey>& keys) {
  if (keys.empty()) return "a store key";
  std::string text = keys.size() == 1 ? "store key " : "store keys ";
  const std::size_t shown = keys.size() > kMostKeysNamed + 1 ? kMostKeysNamed : keys.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == keys.size();
    if (i > 0) text += is_last ? " and " : ", ";
    text += quoted(keys[i]);
  }
  return shown == keys.size() ? text : text + " and " + std::to_string(keys.size() - shown) + " more";
}

}  // namespace gridlock::facts
