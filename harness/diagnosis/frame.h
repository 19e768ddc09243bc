// Chooses which frame of a stack to show, and formats it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

// Returns the innermost frame of the user's code, or else of an installed package, of torch, or of
// any other Python code. Returns nullopt if the stack has no Python frames except gridlock's. The
// frame of a comprehension, a generator expression or a lambda gets the name of the enclosing
// function.
std::optional<Frame> named_frame(std::span<const Frame> stack);

// Returns the place of a frame, with as much of the path as identifies the file, such as
// "model.py:81" or "torch/distributed/distributed_c10d.py:3075".
std::string place(const Frame& frame);

// Returns the function's name as readers expect it: "Block.forward", or "find_first_unfusible" for
// "solve_min_cut.<locals>.find_first_unfusible".
std::string short_function(const Frame& frame);

// Returns the function's own name. It is the same in every version of Python and for every piece
// that Dynamo cuts the function into: "forward" for "Block.forward" and for
// "torch_dynamo_resume_in_forward_at_12".
std::string plain_function(const Frame& frame);
// Returns plain_function() of the frame, for signatures. Returns "" if there is no frame or if it
// is not the user's code.
std::string users_function(const std::optional<Frame>& named);

}  // namespace gridlock::diagnosis
