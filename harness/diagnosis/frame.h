// Chooses which frame of a stack to show to a reader, and formats it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

// Returns the innermost frame of the user's own code, else of an installed package, else of torch,
// else of any other Python. Returns nullopt when the stack has only gridlock's own frames or no
// Python frames. The frame of a comprehension, a generator expression or a lambda gets the name of
// the enclosing function.
std::optional<Frame> named_frame(std::span<const Frame> stack);

// Returns the place of a frame, such as "model.py:81" or
// "torch/distributed/distributed_c10d.py:3075". The text contains as much of the path as identifies
// the file.
std::string place(const Frame& frame);

// Returns the function's name as a reader recognizes it: "Block.forward"; "find_first_unfusible"
// for "solve_min_cut.<locals>.find_first_unfusible".
std::string short_function(const Frame& frame);

// Returns the function's own name, which is equal in every version of Python and for every piece
// that Dynamo cuts the function into. For example, returns "forward" for "Block.forward" and for
// "torch_dynamo_resume_in_forward_at_12".
std::string plain_function(const Frame& frame);
// Returns plain_function() of the user's own code, for signatures; "" for other code or no frame.
std::string users_function(const std::optional<Frame>& named);

}  // namespace gridlock::diagnosis
