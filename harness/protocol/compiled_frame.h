// The result of torch.compile for one frame of one rank, as
// harness/rank/gridlock/compiler/frames.py reports it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gridlock::protocol {

// A collective in a compiled graph.
struct Collective {
  std::string op;         // "all_gather_into_tensor"
  std::string group;      // the ranks of the group, "0-3"
  std::string tensor;     // the output: "f32[32, 16]"; "" = several tensors
  std::string arguments;  // the arguments that are not tensors: "'sum', 4"

  bool operator==(const Collective&) const = default;
};

struct CompiledGraph {
  std::string graph;                         // captured | inference | forward | backward
  std::string hash;                          // a hash of the computation
  std::vector<Collective> collectives = {};  // in the order of the graph

  bool operator==(const CompiledGraph&) const = default;
};

struct GraphBreak {
  std::string reason;   // "Failed to trace builtin operator"
  std::string context;  // details: "builtin print [<class '…'>] False"
  std::string file;     // where the compiler stopped
  int line = 0;
  std::string function;
  std::string kind;         // fsdp | ddp | data | logging | collective | other
  // The user's code that called the library, if the break is in a library: "/a/train.py:12 in
  // step".
  std::string caller = {};

  bool operator==(const GraphBreak&) const = default;
};

// The use of one of the compiler's caches.
struct CacheUse {
  std::string cache;        // graphs (Inductor's) | autograd (AOTAutograd's)
  std::string outcome;      // hit | miss | bypass
  std::string reason = {};  // the reason for a bypass

  bool operator==(const CacheUse&) const = default;
};

struct CompiledFrame {
  std::string id;         // "0/1": frame and recompile, in tlparse's notation
  int step = -1;          // the training step; -1 = none
  bool backward = false;  // the frame's backward, which torch compiles on demand
  std::string frame;      // "forward"; "" for a backward
  std::string file;
  int line = 0;
  std::string recompiled;  // the guard that failed; "" = the frame's first compile
  // Hash of the values that the frame was compiled for. "" means that the code accepts any values.
  std::string specialization;
  std::string error;  // "Unsupported: …": the frame runs uncompiled; "" means it was compiled
  int guards = 0;
  int nodes = 0;                          // node count of the graph that Dynamo captured
  std::map<std::string, double> seconds;  // by phase: dynamo, aot, partitioner, inductor, code
  std::vector<CompiledGraph> graphs = {};
  std::vector<GraphBreak> breaks = {};
  std::vector<CacheUse> caches = {};
  std::vector<std::string> code = {};  // paths of generated code
  // The first difference between the graphs of the ranks that Inductor found (spmd_check).
  std::string mismatch = {};
  double peak_memory_mib = 0;          // the process's peak while it compiled the frame
};

}  // namespace gridlock::protocol
