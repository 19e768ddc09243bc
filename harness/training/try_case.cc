#include "harness/training/try_case.h"

#include <nlohmann/json.hpp>

#include "harness/controller/machine.h"
#include "harness/controller/specification.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/workspace/launch.h"

namespace gridlock::training {

bool try_case(const matrix::Plan& plan) {
  protocol::RankSpec spec = controller::rank_spec(plan.cells.front(), 0);
  if (controller::inspect_machine().gpus > 0) spec.device = "cuda";
  const controller::LaunchOptions launch = workspace::launch_options();
  process::Program program;
  program.arguments = {launch.python, "-m", "gridlock.train.trying",
                       protocol::to_json(spec).dump()};
  program.environment["PYTHONPATH"] = process::prepended(launch.package.string(), "PYTHONPATH");
  program.dies_with_parent = true;
  return process::run(std::move(program)) == 0;
}

}  // namespace gridlock::training
