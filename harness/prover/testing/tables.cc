#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {

Semantics lasting_peers() {
  return {{"gloo", parse_semantics(R"({
      "needs": {"all_reduce": "all", "all_gather": "all", "barrier": "all", "broadcast": "root",
                "reduce": "from_all", "all_to_all_single": "all", "reduce_scatter": "all",
                "send": "peer", "recv": "peer", "recv from any source": "peer"},
      "different_ops": {"all_reduce/all_gather": "hang", "all_reduce/reduce_scatter": "fits"},
      "different_arguments": {"root of broadcast": "hang", "root of reduce": "hang",
                              "count of all_reduce": "abort", "shape of all_reduce": "abort",
                              "reduce_op of all_reduce": "wrong"},
      "empty_needs_nobody": true, "dead_peer_raises": false, "workers": 2})")}};
}

Semantics raising_peers() {
  Semantics result = lasting_peers();
  result.at("gloo").dead_peer_raises = true;
  return result;
}

}  // namespace gridlock::prover::testing
