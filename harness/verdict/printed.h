// What the code of a cell prints, beside what it prints uncompiled. Compiled code may print other
// lines: torch moves calls of reorderable_logging_functions behind the graph, where buffers are
// what the graph has made of them, and drops those of functions that it inlines (docs.pytorch.org,
// torch.compile: Printing and Logging).
#pragma once

#include <string>

namespace gridlock::verdict {

struct CellRecord;

// Where they part first, and how; "" where all ranks print the same in each step that both have
// made. Decimals may part by rounding.
std::string how_printed_differs(const CellRecord& record, const CellRecord& uncompiled);

}  // namespace gridlock::verdict
