#include "harness/controller/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/text/quantity.h"

namespace gridlock::controller {
namespace {

// Returns the number of cores that this process may use. In a container, this may be less than the
// machine has.
int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

double available_memory_gib() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  double kib = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    if (fields >> name >> kib && name == "MemAvailable:") return kib / (1 << 20);
  }
  return 0;
}

}  // namespace

int present_gpus(const std::filesystem::path& devices) {
  int count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(devices, error)) {
    constexpr std::string_view kName = "nvidia";
    const std::string name = entry.path().filename().string();
    const bool is_numbered = name.starts_with(kName) && name.size() > kName.size() &&
                             name.find_first_not_of("0123456789", kName.size()) == name.npos;
    if (is_numbered) ++count;
  }
  return count;
}

int visible_gpus(int present, const char* visible) {
  if (visible == nullptr) return present;
  int count = 0;
  std::istringstream entries(visible);
  for (std::string entry; std::getline(entries, entry, ',');) {
    int index = -1;
    const char* end = entry.data() + entry.size();
    const bool is_number = std::from_chars(entry.data(), end, index).ptr == end;
    const bool is_uuid = entry.starts_with("GPU-") || entry.starts_with("MIG-");
    if (!is_uuid && (!is_number || index < 0 || index >= present)) break;
    ++count;
  }
  return count;
}

MachineFacts inspect_machine() {
  return {usable_cores(), available_memory_gib(),
          visible_gpus(present_gpus("/dev"), std::getenv("CUDA_VISIBLE_DEVICES"))};
}

std::string describe(const MachineFacts& facts) {
  const auto gpus = static_cast<std::size_t>(facts.gpus);
  return fmt::format("{}, {}, {}", text::count_of(static_cast<std::size_t>(facts.cores), "core"),
                     text::bytes(facts.available_gib * (1 << 30)),
                     gpus == 0 ? "no GPU" : text::count_of(gpus, "GPU"));
}

}  // namespace gridlock::controller
