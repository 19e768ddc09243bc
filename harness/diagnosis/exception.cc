#include "harness/diagnosis/exception.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace gridlock::diagnosis {
namespace {

// Texts of errors that a rank gets when its peer or store has ended, from torch 2.11 and its gloo
// and NCCL.
constexpr std::array<std::string_view, 14> kFallout = {
    "Connection closed by peer",                // gloo, tcp/pair.cc: the peer ended
    "Connection reset by peer",                 // errno text: gloo, the store
    "Connection refused",                       // errno text: the store's rank has ended
    "Broken pipe",                              // errno text: the store
    "Application timeout caused pair closure",  // gloo: an earlier wait timed out
    "operation to complete",                    // gloo: "Timed out waiting 1000ms for recv …"
    "Gloo connectFullMesh failed",              // gloo, when a group is created
    "Failed to recv, got 0 bytes",              // the store's client
    "Failed to send, sent 0 bytes",             // the store's client
    "clients joined",                           // the store: "3/4 clients joined"
    "wait timeout after",             // the store: the rank that should set a key has ended
    "NCCL communicator was aborted",  // ProcessGroupNCCL, after another rank's abort
    "remote process exited",          // NCCL, for ncclRemoteError
    "KeyboardInterrupt",              // the rank was stopped from outside
};

std::size_t type_length(std::string_view error) {
  const auto end = std::ranges::find_if(error, [](char c) {
    return !(std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.');
  });
  return static_cast<std::size_t>(end - error.begin());
}

}  // namespace

bool is_fallout(std::string_view error) {
  return std::ranges::any_of(
      kFallout, [&](std::string_view text) { return error.find(text) != std::string_view::npos; });
}

std::string exception_type(std::string_view error) {
  const std::string_view full = error.substr(0, type_length(error));
  if (full.size() < error.size() && error[full.size()] != ':') return "";
  return std::string(full.substr(full.rfind('.') + 1));
}

std::string exception_message(std::string_view error) {
  if (exception_type(error).empty()) return std::string(error);
  const std::size_t colon = type_length(error);
  if (colon + 1 >= error.size()) return "";
  const std::string_view message = error.substr(colon + 1);
  return std::string(message.substr(std::min(message.find_first_not_of(' '), message.size())));
}

}  // namespace gridlock::diagnosis
