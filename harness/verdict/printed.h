// Compares what the code of a cell prints with what it prints uncompiled. Compiled code may print
// other lines: torch moves calls of reorderable_logging_functions after the graph, where buffers
// have the graph's final values, and drops those of functions that it inlines (docs.pytorch.org,
// torch.compile: Printing and Logging).
#pragma once

#include <string>

namespace gridlock::verdict {

struct CellRecord;

// Returns where they first diverge, and how; "" if all ranks print the same in each step that both
// have finished. Decimal numbers may differ by rounding.
std::string how_printed_differs(const CellRecord& record, const CellRecord& uncompiled);

}  // namespace gridlock::verdict
