#include "harness/diagnosis/fallout.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace gridlock::diagnosis {
namespace {

namespace fs = std::filesystem;

const fs::path kTorch = DIAGNOSIS_TORCH;

fs::path path_of(std::string_view library) {
  return library.starts_with("libnccl") ? kTorch.parent_path() / "nvidia/nccl/lib" / library
                                        : kTorch / "lib" / library;
}

bool contains(const fs::path& file, std::string_view text) {
  const auto size = static_cast<std::size_t>(fs::file_size(file));
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (bytes == MAP_FAILED) return false;
  const bool found = memmem(bytes, size, text.data(), text.size()) != nullptr;
  munmap(bytes, size);
  return found;
}

// Returns the version of torch without its last number: "2.15".
std::string version() {
  std::ifstream file(kTorch / "version.py");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::smatch found;
  const bool matched = std::regex_search(text, found, std::regex(R"(__version__ = '(\d+\.\d+))"));
  EXPECT_TRUE(matched) << text;
  return matched ? found[1].str() : "";
}

// A text that a version of torch no longer has would never be recognized.
TEST(Fallout, TheInstalledTorchHasTheTextsThatWereSeenInIt) {
  const std::string torch = version();
  for (const Fallout& row : kFallout) {
    if (row.library.empty() || row.torch.find(torch) == std::string_view::npos) continue;
    const fs::path library = path_of(row.library);
    if (!fs::exists(library)) continue;  // a torch without CUDA
    EXPECT_TRUE(contains(library, row.text)) << row.text;
  }
}

}  // namespace
}  // namespace gridlock::diagnosis
