// The page of a run: report.html.
#pragma once

#include <filesystem>
#include <string>

#include "harness/report/reporter.h"

namespace gridlock::page {

struct RunPage {
  std::string matrix;                 // its name
  report::RunInfo info;               // how the run was started
  report::RunSummary summary;         // its results
  std::filesystem::path folder;       // of the run; the evidence is in it
  std::filesystem::path page_folder;  // of the page, to which links are relative
};

// Returns the page as one HTML document.
std::string page_html(const RunPage& page);

}  // namespace gridlock::page
