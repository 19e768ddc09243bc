// gridlock-agent: the agent of one host, started by the controller itself.
#include "harness/agent/agent_main.h"
#include "harness/agent/local_uplink.h"

int main(int argc, char** argv) {
  using namespace gridlock::agent;
  return agent_main(argc, argv, [](const std::filesystem::path& controller) {
    return std::make_unique<LocalUplink>(controller);
  });
}
