// Describes the JSON fields of compiled frames.
#pragma once

#include "harness/fields/description.h"
#include "harness/protocol/compiled_frame.h"

namespace gridlock::protocol {

constexpr auto fields_of(fields::Type<Collective>) {
  return fields::OpenList{
      fields::required("op", &Collective::op, "all_gather_into_tensor, …"),
      fields::usual("group", &Collective::group, "the ranks of the group: 0-3"),
      fields::usual("tensor", &Collective::tensor, "dtype and shape of the output: f32[32, 16]"),
      fields::usual("arguments", &Collective::arguments, "the arguments that are not tensors"),
  };
}

constexpr auto fields_of(fields::Type<CompiledGraph>) {
  return fields::OpenList{
      fields::required("graph", &CompiledGraph::graph, "captured | inference | forward | backward"),
      fields::usual("hash", &CompiledGraph::hash, "hash of what the graph computes"),
      fields::usual("collectives", &CompiledGraph::collectives,
                    "the collectives of the graph, in order"),
  };
}

constexpr auto fields_of(fields::Type<GraphBreak>) {
  return fields::OpenList{
      fields::required("reason", &GraphBreak::reason, "the compiler's message"),
      fields::usual("context", &GraphBreak::context, "details of the compiler's message"),
      fields::usual("file", &GraphBreak::file, "the file in which the compiler stopped"),
      fields::usual("line", &GraphBreak::line, "the line in that file"),
      fields::usual("function", &GraphBreak::function, "the function that contains the line"),
      fields::usual("kind", &GraphBreak::kind, "fsdp | ddp | data | logging | collective | other"),
      fields::usual(
          "caller", &GraphBreak::caller,
          "the line of the user's code that called the library, if the file is in a library"),
  };
}

constexpr auto fields_of(fields::Type<CacheUse>) {
  return fields::OpenList{
      fields::required("cache", &CacheUse::cache, "graphs (Inductor's) | autograd (AOTAutograd's)"),
      fields::required("outcome", &CacheUse::outcome, "hit | miss | bypass"),
      fields::usual("reason", &CacheUse::reason, "why the cache was bypassed"),
  };
}

constexpr auto fields_of(fields::Type<CompiledFrame>) {
  return fields::OpenList{
      fields::required("id", &CompiledFrame::id,
                       "the frame's id as tlparse shows it: frame/recompile"),
      fields::optional("step", &CompiledFrame::step,
                       "the step in which the frame was compiled; -1 if outside a step"),
      fields::optional("backward", &CompiledFrame::backward,
                       "whether this is the backward of the frame, compiled later"),
      fields::usual("frame", &CompiledFrame::frame, "the name of the function"),
      fields::usual("file", &CompiledFrame::file, "the file that defines the function"),
      fields::usual("line", &CompiledFrame::line, "the line in that file"),
      fields::optional("recompiled", &CompiledFrame::recompiled,
                       "the guard whose failure caused this recompile"),
      fields::optional("specialization", &CompiledFrame::specialization,
                       "hash of the argument and attribute values that this code is compiled for"),
      fields::optional("error", &CompiledFrame::error, "why the frame was not compiled"),
      fields::usual("guards", &CompiledFrame::guards, "how many guards the code has"),
      fields::usual("nodes", &CompiledFrame::nodes, "node count of the graph that Dynamo captured"),
      fields::usual("seconds", &CompiledFrame::seconds,
                    "seconds by phase: dynamo, aot, partitioner, inductor, code"),
      fields::usual("graphs", &CompiledFrame::graphs, "the graphs that the frame was compiled to"),
      fields::optional("breaks", &CompiledFrame::breaks, "graph breaks in the frame"),
      fields::optional("caches", &CompiledFrame::caches,
                       "how the compile used each of the compiler's caches"),
      fields::optional("code", &CompiledFrame::code, "paths of the generated code"),
      fields::optional("mismatch", &CompiledFrame::mismatch,
                       "the first difference between the graphs of the ranks, by Inductor's "
                       "spmd_check"),
      fields::usual("peak_memory_mib", &CompiledFrame::peak_memory_mib,
                    "the most memory that the rank used while it compiled the frame"),
  };
}

}  // namespace gridlock::protocol
