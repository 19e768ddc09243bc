// A temporary folder for a test. gridlock runs in it and writes its results there.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"
#include "harness/verdict/record.h"

namespace gridlock::integration {

// A note that a rank of the case `tiny` writes when its training run begins.
struct Training {
  std::string cell;
  int rank = 0;
  pid_t pid = -1;
};

class Workspace {
 public:
  Workspace() : folder_("test") {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const std::filesystem::path& root() const { return folder_.path(); }

  // Writes a file. Creates missing folders.
  std::filesystem::path write(const std::string& name, const std::string& text) const;

  // Copies a case from the repository's cases/ to the workspace's cases/. For each pair (first,
  // second) in `replaced`, replaces every `first` in case.py by `second`. Throws std::runtime_error
  // if case.py does not contain `first`.
  void copy_case(const std::string& name,
                 const std::vector<std::pair<std::string, std::string>>& replaced) const;

  // Returns the records in the complete lines that OUT/results.jsonl has so far. Throws
  // verdict::RecordError if a line is not a record or does not fit the schema of records.
  std::vector<verdict::CellRecord> results(const std::string& out = "out") const;
  // Returns a file of the workspace as JSON. Throws if the file is not JSON.
  nlohmann::json json(const std::string& file) const;
  std::vector<Training> trainings() const;
  // Creates the file that cells with the fault `until_told` wait for.
  void tell_to_go_on() const { write("go_on", ""); }

 private:
  process::TemporaryFolder folder_;
};

using process::read_text;

// Returns the only record whose cell ends in `ending`, or nullptr if there is not exactly one.
const verdict::CellRecord* find(const std::vector<verdict::CellRecord>& records,
                                const std::string& ending);

}  // namespace gridlock::integration
