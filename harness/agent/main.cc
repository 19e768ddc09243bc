// gridlock-agent: the agent of a single host. The controller starts it.
#include "harness/agent/agent_main.h"
#include "harness/agent/local_uplink.h"

int main(int argc, char** argv) {
  using namespace gridlock::agent;
  return agent_main(argc, argv, [](const std::filesystem::path& controller) {
    return std::make_unique<LocalUplink>(controller);
  });
}
