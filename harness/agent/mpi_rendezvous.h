// Lets agents that mpirun or srun started find each other by MPI, which has the number of agents
// and reaches all of them. MPI is finalized before the first rank starts, so it does not interfere
// with forks; afterwards agents communicate over TCP, as the hosts of an exec do.
#pragma once

#include "harness/agent/hosts_uplink.h"

namespace gridlock::agent {

// Throws std::runtime_error if MPI does not start, std::system_error if no port is free.
Rendezvous rendezvous_over_mpi();

}  // namespace gridlock::agent
