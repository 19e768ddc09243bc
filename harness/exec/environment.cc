#include "harness/exec/environment.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "harness/process/search.h"

namespace gridlock::exec {

using process::prepended;

Environment probe_variables(const Parts& parts, const std::filesystem::path& hub) {
  return {{"GRIDLOCK_HUB", hub},
          {"GRIDLOCK_PROBE", parts.probe},
          {"GRIDLOCK_TORCH", parts.torch},
          {"PYTHONPATH", prepended(parts.site, "PYTHONPATH")},
          {"LD_PRELOAD", prepended(parts.preloaded, "LD_PRELOAD")}};
}

Environment torchrun_variables(const ExecOptions& options, int local_rank, int store_port) {
  const int rank = options.host * options.ranks + local_rank;
  const std::string size = std::to_string(options.hosts * options.ranks);
  Environment variables{{"RANK", std::to_string(rank)},
                        {"LOCAL_RANK", std::to_string(local_rank)},
                        {"WORLD_SIZE", size},
                        {"LOCAL_WORLD_SIZE", std::to_string(options.ranks)},
                        {"GROUP_RANK", std::to_string(options.host)},
                        {"GROUP_WORLD_SIZE", std::to_string(options.hosts)},
                        {"ROLE_RANK", std::to_string(rank)},
                        {"ROLE_WORLD_SIZE", size},
                        {"ROLE_NAME", "default"},
                        {"MASTER_ADDR", options.master_address},
                        {"MASTER_PORT", std::to_string(store_port)},
                        {"TORCHELASTIC_RUN_ID", "gridlock-" + std::to_string(getpid())},
                        {"TORCHELASTIC_RESTART_COUNT", "0"},
                        {"TORCHELASTIC_MAX_RESTARTS", "0"},
                        {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                        {"TORCH_NCCL_ASYNC_ERROR_HANDLING", "1"}};
  const bool agree = options.hosts > 1 && options.job_secret.empty();
  if (agree) variables["GRIDLOCK_AGREE_ON_SECRET"] = "1";  // for gridlock/probe/job_secret.py
  // torchrun sets this variable too. It keeps the ranks from competing for the cores.
  if (options.ranks > 1 && std::getenv("OMP_NUM_THREADS") == nullptr) {
    variables["OMP_NUM_THREADS"] = "1";
  }
  return variables;
}

Environment take_common(std::vector<Environment>& all) {
  if (all.empty()) return {};
  Environment common = all.front();
  std::erase_if(common, [&](const auto& variable) {
    return std::ranges::any_of(all, [&](const Environment& each) {
      const auto found = each.find(variable.first);
      return found == each.end() || found->second != variable.second;
    });
  });
  for (Environment& each : all) {
    std::erase_if(each, [&](const auto& variable) { return common.contains(variable.first); });
  }
  return common;
}

}  // namespace gridlock::exec
