// gridlock-agent-mpi: the agent of one of several hosts. mpirun or srun starts it.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "harness/agent/agent_main.h"
#include "harness/agent/hosts_uplink.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::agent {
namespace {

// The message in which the first agent broadcasts how to reach it. The size is fixed, as an MPI
// broadcast requires.
struct Endpoint {
  char host[256] = "";
  int port = 0;
  unsigned secret[4] = {};
};

int agents_on_this_host() {
  MPI_Comm host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int count = 0;
  MPI_Comm_size(host, &count);
  MPI_Comm_free(&host);
  return count;
}

bool all_on_one_host(int agents) {
  const int here = agents_on_this_host();
  int fewest = 0;
  MPI_Allreduce(&here, &fewest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return fewest == agents;
}

Endpoint make_endpoint(Rendezvous& rendezvous) {
  Endpoint endpoint;
  gethostname(endpoint.host, sizeof endpoint.host - 1);
  std::tie(rendezvous.listener, endpoint.port) = protocol::listen_on_free_port(rendezvous.one_host);
  std::random_device random;
  std::ranges::generate(endpoint.secret, [&] { return random(); });
  return endpoint;
}

// Connects the agents that mpirun or srun started. They find each other by MPI. MPI is finalized
// before the first rank starts, so it does not interfere with forks. Afterwards agents communicate
// over TCP, as the hosts of an exec do. Throws std::runtime_error if MPI_Init fails, and
// std::system_error if no port is free.
Rendezvous rendezvous_over_mpi() {
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS) throw std::runtime_error("MPI_Init failed");
  Rendezvous rendezvous;
  MPI_Comm_rank(MPI_COMM_WORLD, &rendezvous.agent);
  MPI_Comm_size(MPI_COMM_WORLD, &rendezvous.agents);
  rendezvous.one_host = all_on_one_host(rendezvous.agents);
  Endpoint endpoint;
  if (rendezvous.agent == 0) endpoint = make_endpoint(rendezvous);
  MPI_Bcast(&endpoint, sizeof endpoint, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  rendezvous.address = rendezvous.one_host ? "127.0.0.1" : endpoint.host;
  rendezvous.port = endpoint.port;
  for (const unsigned part : endpoint.secret) rendezvous.secret += std::to_string(part) + ".";
  return rendezvous;
}

}  // namespace
}  // namespace gridlock::agent

int main(int argc, char** argv) {
  using namespace gridlock::agent;
  return agent_main(argc, argv, [](const auto& controller) -> std::unique_ptr<Uplink> {
    Rendezvous rendezvous = rendezvous_over_mpi();
    if (rendezvous.agent > 0) return std::make_unique<OtherAgentUplink>(rendezvous);
    return std::make_unique<FirstAgentUplink>(controller, std::move(rendezvous));
  });
}
