// Names of the files in an evidence folder that agents write and the controller reads.
#pragma once

#include <string>

namespace gridlock::protocol {

// Returns the name of the file with a rank's stacks from py-spy.
inline std::string stacks_file(int rank) {
  return "stacks-rank" + std::to_string(rank) + ".txt";
}

// Returns the name of the file with a rank's output.
inline std::string log_file(int rank) {
  return "rank" + std::to_string(rank) + ".log";
}

}  // namespace gridlock::protocol
