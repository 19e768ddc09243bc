// Creates run folders without training, for tests.
#pragma once

#include <fstream>
#include <string>

#include "harness/process/temporary_folder.h"
#include "harness/run/runs.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::run::testing {

inline Identity fake_identity(double began, const std::string& select = "") {
  Identity identity;
  identity.matrix = "small";
  identity.file = "/matrices/small.toml";
  identity.select = select;
  identity.began = began;
  identity.steps = 3;
  return identity;
}

inline void write_results(const controller::RunFolder& folder, const std::string& cell) {
  std::ofstream(folder.results()) << verdict::to_line(
                                         *verdict::testing::RecordBuilder(cell).operator->())
                                  << "\n";
}

struct FakeRuns {
  // Adds a run with one result.
  controller::RunFolder add(double began, const std::string& select = "") const {
    const Identity identity = fake_identity(began, select);
    const controller::RunFolder folder = runs.create(identity);
    write_identity(folder, identity);
    write_results(folder, "dense/fp32");
    runs.update_latest();
    return folder;
  }

  process::TemporaryFolder above{"runs"};
  Runs runs{"small", above.path()};
};

}  // namespace gridlock::run::testing
