// Lets agents that mpirun or srun started find each other by MPI, which supplies the number of
// agents and connects all of them. MPI is finalized before the first rank starts, so MPI does not
// interfere with forks. Afterwards agents communicate over TCP, as the hosts of an exec do.
#pragma once

#include "harness/agent/hosts_uplink.h"

namespace gridlock::agent {

// Throws std::runtime_error if MPI does not start, and std::system_error if no port is free.
Rendezvous rendezvous_over_mpi();

}  // namespace gridlock::agent
