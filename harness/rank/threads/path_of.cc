#include "harness/rank/threads/loaded_objects.h"

namespace gridlock::threads {

const char* path_of(const void* code) {
  return has_table() ? path_in_table(code) : path_in_list(code);
}

}  // namespace gridlock::threads
