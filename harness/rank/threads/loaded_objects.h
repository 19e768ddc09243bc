// Finds the loaded library that contains a function.
#pragma once

namespace gridlock::threads {

// Returns the path of the library with the code, "" for the program, or null if no loaded object
// contains the address. Pointers to the path of one object are equal. May be called in any thread.
const char* path_of(const void* code);

// The two ways to find it. glibc has the table since version 2.35.
bool has_table();
const char* path_in_table(const void* code);
const char* path_in_list(const void* code);

}  // namespace gridlock::threads
