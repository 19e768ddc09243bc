#include "harness/rank/threads/loaded_objects.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>
#include <pthread.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

std::string found_in_thread;

}  // namespace

// testing/joins_in_constructor.cc finds it by its name.
extern "C" __attribute__((visibility("default"))) void* gridlock_test_routine(void*) {
  const auto* self = reinterpret_cast<const void*>(&gridlock_test_routine);
  const char* path = gridlock::threads::path_in_list(self);
  found_in_thread = path != nullptr ? path : "none";
  return nullptr;
}

namespace gridlock::threads {
namespace {

// Returns addresses in all executable segments, and the bytes at their ends.
std::vector<const void*> code_addresses() {
  std::vector<const void*> addresses;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        auto& found = *static_cast<std::vector<const void*>*>(data);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
          const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
          const std::uintptr_t last = begin + segment.p_memsz - 1;
          for (std::uintptr_t at = begin; at < last; at += 997) {
            found.push_back(reinterpret_cast<const void*>(at));
          }
          found.push_back(reinterpret_cast<const void*>(last));
        }
        return 0;
      },
      &addresses);
  return addresses;
}

const void* address_of(void (*function)()) {
  return reinterpret_cast<const void*>(function);
}

TEST(LoadedObjects, TheTableAndTheListAgree) {
  if (!has_table()) GTEST_SKIP() << "this glibc has no table";
  const auto addresses = code_addresses();
  EXPECT_GT(addresses.size(), 1000u);
  for (const void* address : addresses) {
    ASSERT_NE(path_in_list(address), nullptr) << address;
    ASSERT_EQ(path_in_list(address), path_in_table(address)) << address;
  }
}

TEST(LoadedObjects, TheProgramAndItsLibrariesAreFound) {
  EXPECT_STREQ(path_in_list(address_of([] {})), "");
  const std::string c_library = path_in_list(dlsym(RTLD_DEFAULT, "printf"));
  EXPECT_NE(c_library.find("libc.so"), std::string::npos) << c_library;
}

TEST(LoadedObjects, MemoryOutsideOfCodeBelongsToNone) {
  const int local = 0;
  const auto allocated = std::make_unique<int>();
  for (const void* address : {static_cast<const void*>(&local), static_cast<const void*>(nullptr),
                              static_cast<const void*>(allocated.get())}) {
    EXPECT_EQ(path_in_list(address), nullptr);
    EXPECT_EQ(path_in_table(address), nullptr);
  }
}

// A library is loaded, and later unloaded, while the loader's lock is held.
TEST(LoadedObjects, AThreadForWhichAConstructorWaitsCanLookItUp) {
  found_in_thread = "not run";
  void* library = dlopen(JOINS_IN_CONSTRUCTOR, RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_EQ(found_in_thread, "");
  dlclose(library);
}

}  // namespace
}  // namespace gridlock::threads
