// Compares the output of a compiled cell's code with the output of the uncompiled cell. Compiled
// code may print different lines, because torch moves calls of reorderable_logging_functions after
// the graph, where buffers already have the graph's final values, and drops such calls in functions
// that it inlines (docs.pytorch.org, torch.compile: Printing and Logging).
#pragma once

#include <string>

namespace gridlock::verdict {

struct CellRecord;

// Describes the first difference between the two cells' printed lines. Returns "" if every rank
// prints equal lines in each step that both cells finished. Decimal numbers may differ by rounding.
std::string how_printed_differs(const CellRecord& record, const CellRecord& uncompiled);

}  // namespace gridlock::verdict
