// Reads and writes golden records, and reads runs that can become golden records.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "golden/recorded.h"
#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "harness/verdict/record.h"

namespace gridlock::goldens {

// A run that can become a golden record or be compared with one.
struct GoldenRun {
  controller::RunFolder folder;
  run::Identity identity;
  std::vector<verdict::CellRecord> records;
  golden::Recorded recorded;  // results of the cells that passed
};

// Returns the run `name`, as workspace::find_run() finds it. Throws matrix::InputError if the run
// has no run.json, no cell that passed, or no known environment.
GoldenRun golden_run(const std::string& name);

// Throws matrix::InputError for a run of only some cells of its matrix, and for a run with an
// unexpected verdict. Later runs must not be compared with such runs.
void check_recordable(const GoldenRun& run);

struct GoldenFile {
  std::filesystem::path path;
  golden::Recorded recorded;
};

// Returns the golden records of the matrix ("" = of all matrices) in the folder, sorted by name.
// Throws matrix::InputError for a file that is not a golden record.
std::vector<GoldenFile> golden_files(const std::filesystem::path& folder,
                                     const std::string& matrix);

// Returns the golden record of the run's matrix and environment, or null if there is none.
const GoldenFile* find_record(const std::vector<GoldenFile>& files, const GoldenRun& run);

// Replaces the file atomically. Creates its folder. Throws matrix::InputError.
void write_golden(const GoldenFile& file);

}  // namespace gridlock::goldens
