// What each backend's operations wait for: data, measured by programs (`gridlock bench semantics`),
// one file per backend beside this header. What is not in a table proves nothing.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "harness/trace/operation.h"

namespace gridlock::facts {

// Which ranks must make the same call before a rank's own completes.
enum class Needs {
  kUnknown,  // not measured: no proof
  kAll,      // every member
  kRoot,     // the root alone (the root itself needs no other)
  kFromAll,  // the root needs every member, others need none for certain
  kStar,     // the root needs every member, others the root
  kTree,     // a binomial tree from the root: all above, and those that it sends the data to
  kNobody,
  kPeer,  // the matching send or recv
};

// What becomes of two members of a group whose collectives with equal sequence number differ.
enum class Pairing {
  kUnknown,  // not measured: no proof
  kFits,     // they serve each other (reduce_scatter with all_gather of another kind)
  kWrong,    // both complete, with numbers that mean nothing
  kAbort,    // one of them ends the process or raises
  kHang,     // neither completes
  kAmiss,    // they do not fit; what becomes of them depends on sizes and on the machine: no proof
};

struct BackendSemantics {
  std::map<trace::Op, Needs> needs;
  // By the two operations (smaller number first), or by the operation and the argument that
  // differs: "dtype" (of equal width), "width", "shape" (of as many elements), "count",
  // "reduce_op", "root", "splits".
  std::map<std::pair<trace::Op, trace::Op>, Pairing> different_ops;
  std::map<std::pair<trace::Op, std::string>, Pairing> different_arguments;
  bool empty_needs_nobody = false;  // a collective of no elements completes at once
  bool dead_peer_raises = false;    // a rank that needs a dead rank gets an exception, in seconds
  bool barrier_waits_for_earlier = false;  // for all collectives that its rank issued before it
  // Issuing a call only puts it on a device's stream, and blocks for other reasons than the call.
  bool issue_returns = false;
  // But members connect in the issue of their first calls (prover.h, "Devices").
  bool first_issue_meets = false;
  int workers = 1;  // how many calls of a group run side by side, in order of issue
};

// By the backend's name. Backends without a table prove nothing.
using Semantics = std::map<std::string, BackendSemantics, std::less<>>;

// The tables that this program was built with.
const Semantics& measured_semantics();

// Throws std::runtime_error, saying where, for what is no such table.
BackendSemantics parse_semantics(std::string_view json);

}  // namespace gridlock::facts
