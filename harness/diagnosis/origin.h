// Determines whose code a frame is, by its file. Full paths are reliable; py-spy's short ones
// ("threading.py") are looked up among known names.
#pragma once

#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

enum class Origin {
  kUser,       // the program that is being tested
  kLibrary,    // an installed package
  kTorch,      // torch's Python
  kGridlock,   // gridlock's code that runs a cell around the case
  kStandard,   // Python's own library
  kGenerated,  // made at run time: by inductor, by FX, by dataclasses
  kNative,     // machine code: C, C++, Python's own
};

Origin origin_of(const Frame& frame);

const char* name(Origin origin);  // "user", "torch", …

}  // namespace gridlock::diagnosis
