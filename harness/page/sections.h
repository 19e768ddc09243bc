// The sections of the page. Each is left out where it would be empty.
#pragma once

#include "harness/page/element.h"
#include "harness/page/page.h"

namespace gridlock::page {

// The causes that several failures share, with the commands to go on.
void add_causes_section(Element page, const RunPage& run);

// The cells that are not as expected. Failures with the same description are one entry.
void add_failures_section(Element page, const RunPage& run);

// The map of all cells. Its data is in the element with the id "cells".
void add_map_section(Element page, const RunPage& run);

// The claims of the matrix.
void add_claims_section(Element page, const RunPage& run);

// Facts about the run: what it covered, where and how it ran.
void add_run_section(Element page, const RunPage& run);

// The cells that are as expected, closed.
void add_expected_section(Element page, const RunPage& run);

// Returns the id of the HTML element of a failure, such as "failure-dense/fp32.cp2".
std::string anchor_of(const verdict::CellRecord& record);

}  // namespace gridlock::page
