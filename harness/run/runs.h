// The runs of one matrix below the working directory. Each folder is named after the start time:
//
//   runs/NAME/2026-11-22T23-45-10/        all cells of the matrix
//   runs/NAME/2026-11-22T23-50-02-part/   some cells (--select, --failed)
//   runs/NAME/latest                      a link to the newest run of all cells
//
// Runs are never replaced or moved; only `gridlock prune` removes them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"

namespace gridlock::run {

struct KeptRun {
  controller::RunFolder folder;
  Identity identity;

  std::string name() const { return folder.root().filename(); }
};

class Runs {
 public:
  explicit Runs(const std::string& matrix, const std::filesystem::path& above = "runs")
      : root_(std::filesystem::absolute(above / matrix)) {}

  const std::filesystem::path& root() const { return root_; }

  // Returns the runs that have begun, newest first. Omits folders whose names users chose.
  std::vector<KeptRun> all() const;
  std::optional<KeptRun> newest(const std::function<bool(const Identity&)>& wanted) const;
  // Returns the newest run of all cells of the matrix in `file`. Ignores runs of other matrix files
  // with the same matrix name, which may share the folder. `strength` selects runs with this
  // --strength; "" accepts any strength.
  std::optional<KeptRun> newest_whole(const std::filesystem::path& file,
                                      const std::string& strength = "") const;
  std::optional<KeptRun> named(const std::string& name) const;  // or absolute path of any run

  // Creates a new, empty folder named after the run's start time. Appends "-2", "-3", … if the name
  // is taken. Throws report::OutputError.
  controller::RunFolder create(const Identity& identity) const;

  // Makes `latest` point to the newest run of all cells. Creates no link without such a run, or on
  // a file system without symbolic links.
  void update_latest() const;
  std::string latest() const;  // target of `latest`; "" if there is no link

 private:
  std::filesystem::path root_;
};

// Returns the names of the matrices that have runs, sorted.
std::vector<std::string> matrices_with_runs(const std::filesystem::path& above = "runs");

// Returns the collection of runs that contains `folder`; nullopt for a folder that the user chose.
std::optional<Runs> runs_around(const controller::RunFolder& folder);

}  // namespace gridlock::run
