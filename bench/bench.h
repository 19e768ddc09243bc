// gridlock bench: measures what the project promises, each in one go on this machine.
#pragma once

namespace gridlock::arguments {
class Command;
}

namespace gridlock::bench {

// Adds `bench` and its subcommands, as the functions of harness/cli/command.h do.
void add_bench(const arguments::Command& app, int& exit_code);

}  // namespace gridlock::bench
