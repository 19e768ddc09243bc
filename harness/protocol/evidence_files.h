// The files of an evidence folder that agents write and the controller reads.
#pragma once

#include <string>

namespace gridlock::protocol {

// Returns the file with the stacks of a rank's threads, from py-spy.
inline std::string stacks_file(int rank) {
  return "stacks-rank" + std::to_string(rank) + ".txt";
}

// Returns the file with a rank's output.
inline std::string log_file(int rank) {
  return "rank" + std::to_string(rank) + ".log";
}

}  // namespace gridlock::protocol
