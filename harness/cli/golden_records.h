// Recorded goldens in their folder, and what a run would be as one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "golden/recorded.h"
#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "harness/verdict/record.h"

namespace gridlock::cli {

// A run that a golden may be made of, or compared with one.
struct GoldenRun {
  controller::RunFolder folder;
  run::Identity identity;
  std::vector<verdict::CellRecord> records;
  golden::Recorded recorded;  // of the cells that passed
};

// By its name, as find_run() takes it. Throws matrix::InputError where the run says too little: no
// run.json, or no cell with numbers of a known environment.
GoldenRun golden_run(const std::string& name);

struct GoldenFile {
  std::filesystem::path path;
  golden::Recorded recorded;
};

// Those of the matrix in that folder ("": of all), by name. Throws matrix::InputError for a file
// that is none.
std::vector<GoldenFile> golden_files(const std::filesystem::path& folder,
                                     const std::string& matrix);

// Replaces the file in one go, making the folder. Throws matrix::InputError.
void write_golden(const GoldenFile& file);

}  // namespace gridlock::cli
