#include "harness/diagnosis/fallout.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>

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

// Returns the minor version of the installed torch: 15 for 2.15.0.
int torch_version() {
  std::ifstream file(kTorch / "version.py");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::smatch found;
  const std::regex version(R"(__version__ = '2\.(\d+))");
  return std::regex_search(text, found, version) ? std::stoi(found[1].str()) : -1;
}

// A text that a version of torch no longer has would never be recognized.
TEST(Fallout, TheInstalledTorchHasTheTextsOfItsVersion) {
  const int torch = torch_version();
  ASSERT_GT(torch, 0);
  int checked = 0;
  for (const Fallout& row : kFallout) {
    const fs::path library = path_of(row.library);
    if (row.library.empty() || torch < row.torch || !fs::exists(library)) continue;
    EXPECT_TRUE(contains(library, row.text)) << row.text;
    ++checked;
  }
  if (checked == 0) GTEST_SKIP() << "no text was seen in a torch as old as this one";
}

}  // namespace
}  // namespace gridlock::diagnosis
