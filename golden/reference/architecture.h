// The sizes of a Llama-like transformer, and the names and shapes of its parameters.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridlock::golden::reference {

// Parameter shapes, by name.
using Shapes = std::map<std::string, std::vector<std::int64_t>>;

// The head counts, which parameter shapes do not determine.
struct Heads {
  std::int64_t query = 4;
  std::int64_t key_value = 2;  // divides `query`
};

struct Architecture {
  Heads heads;
  std::int64_t head_width = 0;  // even, because rotary embedding rotates pairs
  std::int64_t layers = 0;
  std::int64_t vocabulary = 0;
  std::int64_t width = 0;
  std::int64_t hidden = 0;  // width of the feed-forward networks
};

// Thrown if the parameters do not belong to a Llama-like transformer. what() gives the reason.
class ArchitectureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws ArchitectureError for parameters that are missing, unused, or of an unexpected shape.
Architecture architecture_of(const Shapes& shapes, const Heads& heads);

// Returns the shapes of all parameters. Weights are [outputs, inputs]; there are no biases.
Shapes shapes_of(const Architecture& architecture);

// Returns a prefix such as "blocks.1.".
std::string prefix_of_block(std::int64_t layer);

}  // namespace gridlock::golden::reference
