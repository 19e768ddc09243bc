// The sizes of a Llama-like transformer, and the names and shapes of its parameters.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridlock::golden::reference {

// Of parameters, by name.
using Shapes = std::map<std::string, std::vector<std::int64_t>>;

// What shapes do not tell.
struct Heads {
  std::int64_t query = 4;
  std::int64_t key_value = 2;  // divides `query`
};

struct Architecture {
  Heads heads;
  std::int64_t head_width = 0;  // even: rotary embedding turns pairs
  std::int64_t layers = 0;
  std::int64_t vocabulary = 0;
  std::int64_t width = 0;
  std::int64_t hidden = 0;  // of the feed-forward networks
};

// Not the parameters of such a transformer. what() says why.
class ArchitectureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws ArchitectureError for parameters that are missing, of another shape, or of no use.
Architecture architecture_of(const Shapes& shapes, const Heads& heads);

// Weights are [outputs, inputs]; there are no biases.
Shapes shapes_of(const Architecture& architecture);

// "blocks.1."
std::string prefix_of_block(std::int64_t layer);

}  // namespace gridlock::golden::reference
