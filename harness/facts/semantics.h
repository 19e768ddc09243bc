// Tables of the ranks that each backend's operations wait for. The tables are in
// semantics/tables.json; `gridlock bench semantics` measures them. An operation without an entry
// proves nothing.
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
  kFromAll,  // the root needs every member; it is uncertain whether the others need any
  kStar,     // the root needs every member; the others need the root
  kTree,     // each member needs its ancestors and children in a binomial tree from the root
  kNobody,
  kPeer,  // the matching send or recv
};

// The effect of different collectives that two members issue with the same sequence number.
enum class Pairing {
  kUnknown,  // not measured: no proof
  kFits,     // they serve each other, such as all_gather and all_gather_into_tensor on gloo
  kWrong,    // both complete, with meaningless numerical results
  kAbort,    // one of them raises, or its process ends
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
  bool barrier_waits_for_earlier = false;  // a barrier waits for earlier collectives of its rank
  // Whether issuing a call only puts it on a device stream. If so, an issue never waits for its own
  // call to complete.
  bool issue_returns = false;
  // Whether members connect when they issue their first calls (prover.h, "Devices"). If so, the
  // issue of a first call waits for other members.
  bool first_issue_meets = false;
  int workers = 1;  // how many calls of a group run at the same time; they start in order of issue
  // Whether members find one another by store keys with the group's name. Members of two groups
  // with the same name may then connect to each other.
  bool connects_by_name = false;
};

// Tables by name of the backend. A backend without a table proves nothing.
using Semantics = std::map<std::string, BackendSemantics, std::less<>>;

// Returns the tables that are compiled into the program.
const Semantics& measured_semantics();

// Returns a table for backends without one: what torch.distributed promises of any backend. A
// collective without a root needs all members, and calls of different operations never complete.
// The table is an assumption, so no proof may rest on it.
const BackendSemantics& promised_semantics();

// Reads a table. Throws std::runtime_error if the text is not a table. The error names the position
// in the text.
BackendSemantics parse_semantics(std::string_view json);

}  // namespace gridlock::facts
