#include "harness/agent/mpi_meeting.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "harness/protocol/rendezvous.h"

namespace gridlock::agent {
namespace {

// The message from the first agent to the others, of a fixed size.
struct Place {
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

Place place_to_meet(Meeting& meeting) {
  Place place;
  gethostname(place.host, sizeof place.host - 1);
  std::tie(meeting.listener, place.port) = protocol::listen_on_free_port(meeting.one_host);
  std::random_device random;
  std::ranges::generate(place.secret, [&] { return random(); });
  return place;
}

}  // namespace

Meeting meet_over_mpi() {
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS) throw std::runtime_error("MPI does not start");
  Meeting meeting;
  MPI_Comm_rank(MPI_COMM_WORLD, &meeting.agent);
  MPI_Comm_size(MPI_COMM_WORLD, &meeting.agents);
  meeting.one_host = all_on_one_host(meeting.agents);
  Place place;
  if (meeting.agent == 0) place = place_to_meet(meeting);
  MPI_Bcast(&place, sizeof place, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  meeting.address = meeting.one_host ? "127.0.0.1" : place.host;
  meeting.port = place.port;
  for (const unsigned part : place.secret) meeting.secret += std::to_string(part) + ".";
  return meeting;
}

}  // namespace gridlock::agent
