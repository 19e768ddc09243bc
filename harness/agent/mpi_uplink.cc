#include "harness/agent/mpi_uplink.h"

#include <mpi.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gridlock::agent {
namespace {

constexpr int kTag = 1;

}  // namespace

struct MpiUplink::Sending {
  std::string text;
  MPI_Request request = MPI_REQUEST_NULL;
};

MpiUplink::MpiUplink(const std::filesystem::path& controller) {
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS) throw std::runtime_error("MPI does not start");
  MPI_Comm_rank(MPI_COMM_WORLD, &agent_);
  MPI_Comm_size(MPI_COMM_WORLD, &agents_);
  one_host_ = all_on_one_host();
  if (agent_ == 0) local_ = std::make_unique<LocalUplink>(controller);
}

MpiUplink::~MpiUplink() {
  // Large messages are not sent before they are received: everybody goes on receiving, though
  // nobody reads it any more, until all have sent what they had.
  for (forget_sent(); !sending_.empty(); forget_sent()) next_message();
  MPI_Request all_have_sent = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &all_have_sent);
  for (int done = 0; done == 0; MPI_Test(&all_have_sent, &done, MPI_STATUS_IGNORE)) next_message();
  MPI_Finalize();
}

bool MpiUplink::all_on_one_host() const {
  MPI_Comm host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int on_this_host = 0;
  MPI_Comm_size(host, &on_this_host);
  MPI_Comm_free(&host);
  int fewest = 0;
  MPI_Allreduce(&on_this_host, &fewest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return fewest == agents_;
}

void MpiUplink::send(int to, std::string text) {
  auto sending = std::make_unique<Sending>();
  sending->text = std::move(text);
  MPI_Isend(sending->text.data(), static_cast<int>(sending->text.size()), MPI_CHAR, to, kTag,
            MPI_COMM_WORLD, &sending->request);
  sending_.push_back(std::move(sending));
}

void MpiUplink::forget_sent() {
  sending_.remove_if([](const std::unique_ptr<Sending>& sending) {
    int done = 0;
    MPI_Test(&sending->request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

std::optional<std::string> MpiUplink::next_message() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, status.MPI_SOURCE, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return text;
}

std::vector<protocol::Command> MpiUplink::receive() {
  forget_sent();
  std::vector<protocol::Command> commands;
  if (local_) commands = local_->receive();
  while (const auto text = next_message()) {
    const nlohmann::json message = nlohmann::json::parse(*text);
    if (local_) {
      local_->forward(message);
    } else {
      commands.push_back(protocol::decode_command(message));
    }
  }
  return commands;
}

void MpiUplink::relay(const protocol::Command& command) {
  if (!local_) return;
  for (int to = 1; to < agents_; ++to) send(to, protocol::encode(command).dump());
}

void MpiUplink::publish(const protocol::Event& event) {
  if (local_) return local_->publish(event);
  const nlohmann::json message = protocol::encode(event);
  send(0, message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace gridlock::agent
