// gridlock bench: each subcommand measures one promise of the project on this machine.
#pragma once

namespace gridlock::arguments {
class Command;
}

namespace gridlock::bench {

// Adds `bench` and its subcommands, like the functions of harness/cli/command.h.
void add_bench(const arguments::Command& app, int& exit_code);

}  // namespace gridlock::bench
