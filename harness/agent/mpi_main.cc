// gridlock-agent-mpi: one agent on each host, started by mpirun or srun.
#include "harness/agent/agent_main.h"
#include "harness/agent/mpi_uplink.h"

int main(int argc, char** argv) {
  using namespace gridlock::agent;
  return agent_main(argc, argv, [](const std::filesystem::path& controller) {
    return std::make_unique<MpiUplink>(controller);
  });
}
