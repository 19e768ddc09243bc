// clang-format off
// Axes that are settings of torch or of the environment. A matrix file declares one by listing it.
//
//   [axes]
//   config.dynamo.recompile_limit = [8, 64]      an entry of torch._dynamo.config; likewise compiler,
//                                                distributed, functorch, fx and inductor
//   config.fsdp.unshard_in_backward = [true, false]        set_unshard_in_backward() of FSDP's modules
//   env.NCCL_ALGO = ["Ring", "Tree"]             an environment variable: the cells are cold,
//                                                because Python reads many variables at start
//
// The first listed value is the default. Ids do not mention the default; for a bool, ids do not
// mention false. [[add]] rows and relations may set further values. Settings that only compilers
// read apply only to cells that compile.
// clang-format on
#pragma once

#include "matrix/schema.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Appends the settings that the file lists to the schema. Records wrong settings as mistakes.
void read_setting_axes(const TomlReader& file, Schema& schema);

}  // namespace gridlock::matrix
