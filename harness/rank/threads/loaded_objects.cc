#include "harness/rank/threads/loaded_objects.h"

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstdint>

#ifdef DLFO_STRUCT_HAS_EH_DBASE
// The library may be used with an older glibc than that it is built with.
extern "C" int _dl_find_object(void* address, struct dl_find_object* found) noexcept
    __attribute__((weak));
#endif

namespace gridlock::threads {
namespace {

struct Search {
  std::uintptr_t address;
  const char* path;
};

int look(dl_phdr_info* object, std::size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    const std::uintptr_t offset = search->address - object->dlpi_addr - segment.p_vaddr;
    if (segment.p_type != PT_LOAD || offset >= segment.p_memsz) continue;
    search->path = object->dlpi_name;
    return 1;
  }
  return 0;
}

}  // namespace

bool has_table() {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
  return _dl_find_object != nullptr;
#else
  return false;
#endif
}

const char* path_in_table(const void* code) {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
  dl_find_object found;
  void* address = const_cast<void*>(code);
  if (has_table() && _dl_find_object(address, &found) == 0) return found.dlfo_link_map->l_name;
#endif
  (void)code;
  return nullptr;
}

// dl_iterate_phdr() takes a lock, but not the one that the loader holds while it runs constructors.
// The loader holds this lock only while it changes the list of objects, and waits for no thread
// meanwhile: exceptions need the list in every thread. dladdr() takes the other lock.
const char* path_in_list(const void* code) {
  Search search{reinterpret_cast<std::uintptr_t>(code), nullptr};
  dl_iterate_phdr(look, &search);
  return search.path;
}

}  // namespace gridlock::threads
