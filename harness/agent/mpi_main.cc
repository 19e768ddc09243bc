// gridlock-agent-mpi: the agent of one of several hosts. mpirun or srun starts it.
#include "harness/agent/agent_main.h"
#include "harness/agent/mpi_rendezvous.h"

int main(int argc, char** argv) {
  using namespace gridlock::agent;
  return agent_main(argc, argv, [](const auto& controller) -> std::unique_ptr<Uplink> {
    Rendezvous rendezvous = rendezvous_over_mpi();
    if (rendezvous.agent > 0) return std::make_unique<OtherAgentUplink>(rendezvous);
    return std::make_unique<FirstAgentUplink>(controller, std::move(rendezvous));
  });
}
