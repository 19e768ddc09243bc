#define GRIDLOCK_EXTERN
#include "cmake/precompiled.h"
