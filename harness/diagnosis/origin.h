// Determines whose code a frame runs, from the path of its file. Full paths are reliable. Short
// paths that py-spy writes ("threading.py") are looked up among known names.
#pragma once

#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

enum class Origin {
  kUser,       // the program being tested
  kLibrary,    // an installed package
  kTorch,      // torch's Python
  kGridlock,   // gridlock's code that runs a cell around the case
  kStandard,   // Python's own library
  kGenerated,  // code generated at run time by inductor, FX or dataclasses
  kNative,     // machine code of C, C++ or Python itself
};

Origin origin_of(const Frame& frame);

const char* name(Origin origin);  // "user", "torch", …

}  // namespace gridlock::diagnosis
