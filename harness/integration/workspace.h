// A folder of its own for a test: gridlock runs in it, and leaves its results there.
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

// What a rank of the case `tiny` notes as it begins to train.
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

  // Makes the folders above it too.
  std::filesystem::path write(const std::string& name, const std::string& text) const;

  // Copies a case of cases/ into cases/, with all that is `first` replaced by `second` in its
  // case.py. Throws std::runtime_error where there is none of it.
  void copy_case(const std::string& name,
                 const std::vector<std::pair<std::string, std::string>>& replaced) const;

  // The whole lines of out/results.jsonl so far; throws verdict::RecordError when one is no record,
  // or not as its schema says.
  std::vector<verdict::CellRecord> results(const std::string& out = "out") const;
  // Of a file of the run; throws where it is no JSON.
  nlohmann::json json(const std::string& file) const;
  std::vector<Training> trainings() const;
  // What the cells with the fault `until_told` wait for.
  void tell_to_go_on() const { write("go_on", ""); }

 private:
  process::TemporaryFolder folder_;
};

using process::read_text;

// The only record whose cell ends in `ending`, or nullptr.
const verdict::CellRecord* find(const std::vector<verdict::CellRecord>& records,
                                const std::string& ending);

}  // namespace gridlock::integration
