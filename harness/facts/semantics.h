// The ranks that each backend's operations wait for. The tables are data measured by programs
// (`gridlock bench semantics`), in semantics/tables.json. An operation without an entry proves
// nothing.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "harness/trace/operation.h"

namespace gridlock::facts {

// The members that must make a matching call before a rank's own call completes.
enum class Needs {
  kUnknown,  // not measured: no proof
  kAll,      // every member of the group
  kRoot,     // only the root (the root itself needs no other)
  kFromAll,  // the root needs every member; whether other members need one is uncertain
  kStar,     // the root needs every member; the others need the root
  kTree,     // a binomial tree from the root: all ancestors, and the members it sends data to
  kNobody,
  kPeer,  // the matching send or recv
};

// The effect on two members whose collectives have the same sequence number in a group but differ.
enum class Pairing {
  kUnknown,  // not measured: no proof
  kFits,     // they serve each other (reduce_scatter with all_gather of another kind)
  kWrong,    // both complete, with meaningless numerical results
  kAbort,    // one of them ends the process or raises
  kHang,     // neither completes
  kAmiss,    // they do not match, but the effect depends on sizes and machine: no proof
};

struct BackendSemantics {
  std::map<trace::Op, Needs> needs;
  // The measured pairs. The key is two operations (smaller number first), or an operation and the
  // argument that differs: "dtype" (of equal width), "width", "shape" (with equally many elements),
  // "count", "reduce_op", "root", "splits".
  std::map<std::pair<trace::Op, trace::Op>, Pairing> different_ops;
  std::map<std::pair<trace::Op, std::string>, Pairing> different_arguments;
  bool empty_needs_nobody = false;         // a collective without elements completes immediately
  bool dead_peer_raises = false;           // a rank that needs a dead rank raises within seconds
  bool barrier_waits_for_earlier = false;  // for all collectives that its rank issued earlier
  // Whether issuing a call only puts it on a device stream. An issue that blocks then does not wait
  // for its own call to complete.
  bool issue_returns = false;
  // Whether members connect when they issue their first calls (prover.h, "Devices"). Such an issue
  // does wait for other members.
  bool first_issue_meets = false;
  int workers = 1;  // calls of a group that run concurrently, in order of issue
};

// Tables by name of the backend. A backend without a table proves nothing.
using Semantics = std::map<std::string, BackendSemantics, std::less<>>;

// Returns the tables that are compiled into the program.
const Semantics& measured_semantics();

// Reads a table. Throws std::runtime_error, which names the position in the text, if the text is
// not one.
BackendSemantics parse_semantics(std::string_view json);

}  // namespace gridlock::facts
