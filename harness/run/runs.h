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

  // Returns the runs that have begun, newest first. Folders whose names users chose are left out.
  std::vector<KeptRun> all() const;
  std::optional<KeptRun> newest(const std::function<bool(const Identity&)>& wanted) const;
  // Returns the newest run of all cells of the matrix in `file`. Ignores runs of other matrix
  // files, which share the folder if their matrices have the same name. If `strength` is not "",
  // considers only runs with this --strength.
  std::optional<KeptRun> newest_whole(const std::filesystem::path& file,
                                      const std::string& strength = "") const;
  std::optional<KeptRun> named(const std::string& name) const;  // accepts absolute paths too

  // Creates an empty folder, named after the start of the run. If the name is taken, adds "-2",
  // "-3", and so on. Throws report::OutputError.
  controller::RunFolder create(const Identity& identity) const;

  // Makes `latest` point to the newest run of all cells. Does nothing if there is no such run, or
  // if the file system has no symbolic links.
  void update_latest() const;
  std::string latest() const;  // target of `latest`; "" if there is no link

 private:
  std::filesystem::path root_;
};

// Returns the names of the matrices that have runs, sorted.
std::vector<std::string> matrices_with_runs(const std::filesystem::path& above = "runs");

// Returns the runs of the matrix to which the run in `folder` belongs. Returns nullopt for a folder
// whose name the user chose.
std::optional<Runs> runs_around(const controller::RunFolder& folder);

}  // namespace gridlock::run
