// The runs of one matrix below the working directory, by when they began:
//
//   runs/NAME/2026-11-22T23-45-10/        all cells of the matrix
//   runs/NAME/2026-11-22T23-50-02-part/   some of them (--select, --failed)
//   runs/NAME/latest                      a link to the newest run of all cells
//
// Nothing here is ever replaced or moved; `gridlock prune` removes.
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

  // Those that began, newest first. Folders that were named by people are not among them.
  std::vector<KeptRun> all() const;
  std::optional<KeptRun> newest(const std::function<bool(const Identity&)>& wanted) const;
  // Of all cells of the matrix in this file, since runs of other files may lie beside it, whose
  // matrices have the same name. `strength`: with this --strength; "" = with any.
  std::optional<KeptRun> newest_whole(const std::filesystem::path& file,
                                      const std::string& strength = "") const;
  std::optional<KeptRun> named(const std::string& name) const;  // or the absolute path of any run

  // A new, empty folder, named for when the run begins; "-2" and so on where that exists.
  // Throws report::OutputError.
  controller::RunFolder create(const Identity& identity) const;

  // Makes `latest` point to the newest run of all cells. Without one, or where the file system has
  // no links, there is no `latest`.
  void update_latest() const;
  std::string latest() const;  // the name that it points to; "" without it

 private:
  std::filesystem::path root_;
};

// The names of the matrices that have runs, sorted.
std::vector<std::string> matrices_with_runs(const std::filesystem::path& above = "runs");

// The runs that `folder` is among; nothing for a folder of the user's choice.
std::optional<Runs> runs_around(const controller::RunFolder& folder);

}  // namespace gridlock::run
