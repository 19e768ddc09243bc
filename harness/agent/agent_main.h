// The main function that the two agent programs share: options, signals and the loop.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "harness/agent/uplink.h"

namespace gridlock::agent {

using MakeUplink = std::function<std::unique_ptr<Uplink>(const std::filesystem::path& controller)>;

int agent_main(int argc, char** argv, const MakeUplink& make_uplink);

}  // namespace gridlock::agent
