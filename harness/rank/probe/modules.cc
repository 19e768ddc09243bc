#include "harness/rank/probe/modules.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <vector>

#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {
namespace {

constexpr std::size_t kAddresses = 4096;
constexpr std::size_t kProbes = 8;

struct Entry {
  std::atomic<std::uintptr_t> address = 0;
  std::atomic<std::uint16_t> module = 0;
};

std::array<Entry, kAddresses> entries;  // the entry of an address is at its hash or shortly after
std::mutex changing;
std::vector<std::string>& names() {  // by index, from 1; never destroyed: threads may outlive main
  static auto* here = new std::vector<std::string>;
  return *here;
}

Entry& entry(std::uintptr_t address, std::size_t probe) {
  return entries[(address / 16 + probe) % kAddresses];
}

// Returns the index of the name. A model that is built again has modules with the same names, and
// they get the same indices.
std::uint16_t number_of(const std::string& name) {
  const auto known = std::ranges::find(names(), name);
  const auto number = static_cast<std::uint16_t>(known - names().begin() + 1);
  if (known != names().end()) return number;
  trace::RingWriter* ring = writer();
  if (names().size() == trace::kModules || ring == nullptr) return 0;
  names().push_back(name);
  return ring->add_module(name);
}

}  // namespace

void name_module(std::uintptr_t address, const std::string& name) {
  const std::lock_guard lock(changing);
  const std::uint16_t number = number_of(name);
  Entry* place = &entry(address, 0);  // the entry to overwrite if all are in use
  for (std::size_t probe = kProbes; probe-- > 0;) {
    Entry& candidate = entry(address, probe);
    const std::uintptr_t there = candidate.address.load();
    if (there == 0 || there == address) place = &candidate;
    if (there == address) break;
  }
  place->module.store(0);
  place->address.store(address);
  place->module.store(number);
}

std::uint16_t module_at(std::uintptr_t address) {
  for (std::size_t probe = 0; probe < kProbes; ++probe) {
    const Entry& candidate = entry(address, probe);
    const std::uintptr_t there = candidate.address.load(std::memory_order_relaxed);
    if (there == address) return candidate.module.load(std::memory_order_relaxed);
    if (there == 0) return 0;
  }
  return 0;
}

void add_modules(trace::RingWriter& ring) {
  const std::lock_guard lock(changing);
  if (ring.has_modules()) return;  // a warm rank attaches to the same ring again
  for (const std::string& name : names()) ring.add_module(name);
}

}  // namespace gridlock::probe
