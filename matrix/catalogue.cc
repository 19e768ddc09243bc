#include "matrix/schema.h"
#include "matrix/schema_reader.h"

namespace gridlock::matrix {

extern const char* const kAxesToml;  // matrix/axes.toml, embedded at build time

const Schema& catalogue() {
  static const Schema kCatalogue = [] {
    const std::string file = "matrix/axes.toml";
    const toml::table root = parse_toml(kAxesToml, file);
    Mistakes mistakes(file);
    const TomlReader reader(root, file, mistakes, kCatalogueKeys);
    Schema schema;
    read_axes(reader, schema);
    schema.constraints = read_constraints(reader, schema);
    mistakes.check();
    return schema;
  }();
  return kCatalogue;
}

}  // namespace gridlock::matrix
