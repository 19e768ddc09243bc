#include "golden/reference/architecture.h"

#include <sstream>

namespace gridlock::golden::reference {
namespace {

using Shape = std::vector<std::int64_t>;

const Shape& shape_of(const Shapes& shapes, const std::string& name) {
  const auto found = shapes.find(name);
  if (found == shapes.end()) throw ArchitectureError("parameter " + name + " is missing");
  return found->second;
}

Shape matrix_of(const Shapes& shapes, const std::string& name) {
  Shape shape = shape_of(shapes, name);
  if (shape.size() != 2) throw ArchitectureError("parameter " + name + " is not a matrix");
  return shape;
}

std::int64_t count_layers(const Shapes& shapes) {
  std::int64_t layers = 0;
  while (shapes.contains(prefix_of_block(layers) + "attention_norm.weight")) ++layers;
  return layers;
}

std::int64_t head_width_of(const Heads& heads, std::int64_t queries) {
  if (heads.query < 1 || heads.key_value < 1 || heads.query % heads.key_value != 0)
    throw ArchitectureError("the number of key-value heads must divide the number of query heads");
  if (queries < 1 || queries % (2 * heads.query) != 0)
    throw ArchitectureError("a query width of " + std::to_string(queries) +
                            " cannot be split into " + std::to_string(heads.query) +
                            " heads of an even width");
  return queries / heads.query;
}

std::string words(const Shape& shape) {
  std::ostringstream text;
  for (const std::int64_t size : shape) text << (text.tellp() == 0 ? "[" : ", ") << size;
  return text.str() + ']';
}

void check(const Shapes& shapes, const Shapes& expected) {
  for (const auto& [name, shape] : expected)
    if (shape_of(shapes, name) != shape)
      throw ArchitectureError("parameter " + name + " has shape " + words(shapes.at(name)) +
                              " instead of " + words(shape));
  for (const auto& [name, shape] : shapes)
    if (!expected.contains(name))
      throw ArchitectureError("parameter " + name + " is not part of the model");
}

}  // namespace

std::string prefix_of_block(std::int64_t layer) {
  return "blocks." + std::to_string(layer) + '.';
}

Architecture architecture_of(const Shapes& shapes, const Heads& heads) {
  const Shape embedding = matrix_of(shapes, "embedding.weight");
  const Shape q = matrix_of(shapes, prefix_of_block(0) + "attention.q.weight");
  const Shape gate = matrix_of(shapes, prefix_of_block(0) + "feed_forward.gate.weight");
  const Architecture architecture{.heads = heads,
                                  .head_width = head_width_of(heads, q[0]),
                                  .layers = count_layers(shapes),
                                  .vocabulary = embedding[0],
                                  .width = embedding[1],
                                  .hidden = gate[0]};
  check(shapes, shapes_of(architecture));
  return architecture;
}

Shapes shapes_of(const Architecture& a) {
  const std::int64_t queries = a.heads.query * a.head_width;
  const std::int64_t keys = a.heads.key_value * a.head_width;
  Shapes shapes = {{"embedding.weight", {a.vocabulary, a.width}},
                   {"norm.weight", {a.width}},
                   {"out.weight", {a.vocabulary, a.width}}};
  for (std::int64_t layer = 0; layer < a.layers; ++layer) {
    const std::string block = prefix_of_block(layer);
    shapes[block + "attention_norm.weight"] = {a.width};
    shapes[block + "attention.q.weight"] = {queries, a.width};
    shapes[block + "attention.k.weight"] = {keys, a.width};
    shapes[block + "attention.v.weight"] = {keys, a.width};
    shapes[block + "attention.out.weight"] = {a.width, queries};
    shapes[block + "feed_forward_norm.weight"] = {a.width};
    shapes[block + "feed_forward.gate.weight"] = {a.hidden, a.width};
    shapes[block + "feed_forward.up.weight"] = {a.hidden, a.width};
    shapes[block + "feed_forward.down.weight"] = {a.width, a.hidden};
  }
  return shapes;
}

}  // namespace gridlock::golden::reference
