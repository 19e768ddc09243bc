// Compares what a compiled cell prints with what the uncompiled cell prints. torch.compile moves
// calls of reorderable_logging_functions to the end of the graph, where buffers already have their
// final values. It drops such calls in functions that it inlines (docs.pytorch.org, torch.compile:
// Printing and Logging). Compiled code may therefore print different lines than uncompiled code.
#pragma once

#include <string>

namespace gridlock::verdict {

struct CellRecord;

// Returns text about the first difference between the lines that the two cells print. Returns "" if
// every rank prints the same lines in each step that both cells finished. Decimal numbers may
// differ by about 1 %, to allow for rounding.
std::string how_printed_differs(const CellRecord& record, const CellRecord& uncompiled);

}  // namespace gridlock::verdict
