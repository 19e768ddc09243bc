// Which frame of a stack to name to a reader, and how.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

// The innermost frame of the user's own code; where there is none, the innermost of an installed
// package, else of torch, else of any other Python. Nothing where there are only gridlock's own
// frames, or none of Python. A comprehension, a generator expression or a lambda has the name of
// the function around it.
std::optional<Frame> named_frame(std::span<const Frame> stack);

// "model.py:81", "torch/distributed/distributed_c10d.py:3075": as much of the path as tells it.
std::string place(const Frame& frame);

// As a reader knows it: "Block.forward"; "find_first_unfusible" for
// "solve_min_cut.<locals>.find_first_unfusible".
std::string short_function(const Frame& frame);

// The function's own name, the same in every version of Python and however Dynamo has cut it up:
// "forward" for "Block.forward" and for "torch_dynamo_resume_in_forward_at_12".
std::string plain_function(const Frame& frame);
// The same of the user's own code, for signatures; "" of any other, and where there is none.
std::string users_function(const std::optional<Frame>& named);

}  // namespace gridlock::diagnosis
