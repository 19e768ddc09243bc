#include "harness/rank/device/real.h"

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstring>

namespace gridlock::device {
namespace {

struct Search {
  const char* name;
  void* found;
};

// Looks for a symbol in torch's libraries. RTLD_NEXT does not find symbols of a library that torch
// opens without RTLD_GLOBAL.
int look_into(dl_phdr_info* object, std::size_t, void* search_pointer) {
  auto* search = static_cast<Search*>(search_pointer);
  const char* slash = std::strrchr(object->dlpi_name, '/');
  const char* file = slash != nullptr ? slash + 1 : object->dlpi_name;
  if (std::strncmp(file, "libcudart", 9) != 0 && std::strncmp(file, "libnccl", 7) != 0) return 0;
  void* library = dlopen(object->dlpi_name, RTLD_NOLOAD | RTLD_LAZY);
  if (library == nullptr) return 0;
  search->found = dlsym(library, search->name);
  dlclose(library);
  return search->found != nullptr ? 1 : 0;
}

// Looks for a function of the driver, which is loaded when CUDA is first used.
void* find_in_driver(const char* name) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
  if (driver == nullptr) return dlsym(RTLD_NEXT, name);
  void* const found = dlsym(driver, name);
  dlclose(driver);
  return found;
}

}  // namespace

void* find_real(const char* name) {
  if (void* next = dlsym(RTLD_NEXT, name)) return next;
  Search search{name, nullptr};
  dl_iterate_phdr(look_into, &search);
  return search.found;
}

int device_of_context() {
  static constinit std::atomic<void*> known = nullptr;
  if (known == nullptr) known = find_in_driver("cuCtxGetDevice");
  if (known == nullptr) return -1;
  int device = -1;
  return reinterpret_cast<int (*)(int*)>(known.load())(&device) == 0 ? device : -1;
}

}  // namespace gridlock::device
