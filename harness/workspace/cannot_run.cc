#include "harness/workspace/cannot_run.h"

#include "harness/controller/capacity.h"
#include "harness/controller/case_packages.h"
#include "harness/workspace/launch.h"

namespace gridlock::workspace {

void skip_what_cannot_run(matrix::Plan& plan, const controller::MachineFacts& machine,
                          const std::string& tier) {
  controller::skip_oversized_cells(plan, machine, tier);
  controller::skip_cells_missing_packages(plan, launch_options().python);
}

}  // namespace gridlock::workspace
