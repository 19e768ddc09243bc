// clang-format off
// Axes that are settings of torch or of the environment: a matrix file declares one by listing it.
//
//   [axes]
//   config.dynamo.recompile_limit = [8, 64]      an entry of torch._dynamo.config; likewise compiler,
//                                                distributed, functorch, fx and inductor
//   config.fsdp.unshard_in_backward = [true, false]        set_unshard_in_backward() of FSDP's modules
//   env.NCCL_ALGO = ["Ring", "Tree"]             an environment variable: its cells are cold, since
//                                                many are read as Python starts
//
// The value that is listed first is the default, of which ids say nothing (of a bool, where it is
// false). [[add]] rows and relations may set them to further values. Settings that only compilers
// read apply to cells that compile.
// clang-format on
#pragma once

#include "matrix/schema.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Appends the settings that the file lists to the schema; those that are wrong are mistakes.
void read_setting_axes(const TomlReader& file, Schema& schema);

}  // namespace gridlock::matrix
