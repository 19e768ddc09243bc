// How agents that mpirun or srun has started find each other: by MPI, which knows how many they are
// and reaches all of them. It has ended before the first rank starts, so that nothing of it is in
// the way of forks; what agents say to each other goes over TCP, as between execs.
#pragma once

#include "harness/agent/hosts_uplink.h"

namespace gridlock::agent {

// Throws std::runtime_error where MPI does not start, std::system_error where no port is free.
Meeting meet_over_mpi();

}  // namespace gridlock::agent
