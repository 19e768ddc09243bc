// Describes the JSON fields of compiled frames.
#pragma once

#include "harness/fields/description.h"
#include "harness/protocol/compiled_frame.h"

namespace gridlock::protocol {

constexpr auto fields_of(fields::Type<Collective>) {
  return fields::OpenList{
      fields::required("op", &Collective::op, "all_gather_into_tensor, …"),
      fields::usual("group", &Collective::group, "its ranks: 0-3"),
      fields::usual("tensor", &Collective::tensor, "what comes out: f32[32, 16]"),
      fields::usual("arguments", &Collective::arguments, "those that are no tensors"),
  };
}

constexpr auto fields_of(fields::Type<CompiledGraph>) {
  return fields::OpenList{
      fields::required("graph", &CompiledGraph::graph, "captured | inference | forward | backward"),
      fields::usual("hash", &CompiledGraph::hash, "of what it computes"),
      fields::usual("collectives", &CompiledGraph::collectives, "in order"),
  };
}

constexpr auto fields_of(fields::Type<GraphBreak>) {
  return fields::OpenList{
      fields::required("reason", &GraphBreak::reason, "in the compiler's words"),
      fields::usual("context", &GraphBreak::context, "what exactly"),
      fields::usual("file", &GraphBreak::file, "where the compiler stopped"),
      fields::usual("line", &GraphBreak::line, "of that file"),
      fields::usual("function", &GraphBreak::function, "around that line"),
      fields::usual("kind", &GraphBreak::kind, "fsdp | ddp | data | logging | collective | other"),
      fields::usual("caller", &GraphBreak::caller, "the code behind it, if that is in a library"),
  };
}

constexpr auto fields_of(fields::Type<CacheUse>) {
  return fields::OpenList{
      fields::required("cache", &CacheUse::cache, "graphs (Inductor's) | autograd (AOTAutograd's)"),
      fields::required("outcome", &CacheUse::outcome, "hit | miss | bypass"),
      fields::usual("reason", &CacheUse::reason, "of a bypass"),
  };
}

constexpr auto fields_of(fields::Type<CompiledFrame>) {
  return fields::OpenList{
      fields::required("id", &CompiledFrame::id, "frame and recompile, as tlparse shows them"),
      fields::optional("step", &CompiledFrame::step, "in which it was compiled; -1 = none"),
      fields::optional("backward", &CompiledFrame::backward, "of that frame, compiled later"),
      fields::usual("frame", &CompiledFrame::frame, "the function"),
      fields::usual("file", &CompiledFrame::file, "where it is defined"),
      fields::usual("line", &CompiledFrame::line, "of that file"),
      fields::optional("recompiled", &CompiledFrame::recompiled, "the guard that failed"),
      fields::optional("specialization", &CompiledFrame::specialization,
                       "hash of the values of arguments and attributes that it was compiled for"),
      fields::optional("error", &CompiledFrame::error, "why it was left as it is"),
      fields::usual("guards", &CompiledFrame::guards, "how many"),
      fields::usual("nodes", &CompiledFrame::nodes, "of the graph that Dynamo captured"),
      fields::usual("seconds", &CompiledFrame::seconds, "dynamo, aot, partitioner, inductor, code"),
      fields::usual("graphs", &CompiledFrame::graphs, "that it was compiled to"),
      fields::optional("breaks", &CompiledFrame::breaks, "graph breaks in it"),
      fields::optional("caches", &CompiledFrame::caches, "what the compiler's caches had"),
      fields::optional("code", &CompiledFrame::code, "paths of generated code"),
      fields::usual("peak_memory_mib", &CompiledFrame::peak_memory_mib, "while it was compiled"),
  };
}

}  // namespace gridlock::protocol
