// Lets agents that mpirun or srun started find each other by MPI. MPI is finalized before the first
// rank starts, so that it does not interfere with forks. From then on, agents communicate over TCP,
// as the hosts of `gridlock exec` do.
#pragma once

#include "harness/agent/hosts_uplink.h"

namespace gridlock::agent {

// Exchanges the rendezvous data. Throws std::runtime_error if MPI does not start, and
// std::system_error if no port is free.
Rendezvous rendezvous_over_mpi();

}  // namespace gridlock::agent
