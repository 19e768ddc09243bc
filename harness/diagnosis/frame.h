// Chooses which frame of a stack to show to a reader, and formats it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

// Returns the innermost frame of the user's own code, else of an installed package, else of torch,
// else of any other Python. Returns nullopt when there are only gridlock's own frames or no Python
// frames. A comprehension, a generator expression or a lambda gets the name of the function around
// it.
std::optional<Frame> named_frame(std::span<const Frame> stack);

// Returns "model.py:81" or "torch/distributed/distributed_c10d.py:3075": as much of the path as
// identifies the file.
std::string place(const Frame& frame);

// Returns the name that a reader recognizes: "Block.forward"; "find_first_unfusible" for
// "solve_min_cut.<locals>.find_first_unfusible".
std::string short_function(const Frame& frame);

// Returns the function's own name, the same in every version of Python and for every piece that
// Dynamo cuts it into: "forward" for "Block.forward" and for
// "torch_dynamo_resume_in_forward_at_12".
std::string plain_function(const Frame& frame);
// Returns the same for the user's own code, for signatures; "" for other code or no frame.
std::string users_function(const std::optional<Frame>& named);

}  // namespace gridlock::diagnosis
