#include "matrix/cell_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "matrix/case.h"
#include "matrix/schema.h"
#include "matrix/test_plans.h"
#include "matrix/trial.h"

namespace gridlock::matrix {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

// Reads the file of a cell and plans it.
Plan plan_again(TestFiles& files, const std::string& text,
                const std::vector<std::filesystem::path>& cases, const Machine& machine = {}) {
  return plan(load(files.write("cell.toml", text), cases), machine);
}

Plan plan_again(TestFiles& files, const Plan& whole, const std::string& id,
                const CellFileOptions& options = {}) {
  return plan_again(files, cell_file(whole, *whole.find(id), options), {files.cases()});
}

auto bounds(const Tolerance& tolerance) {
  return std::tuple(tolerance.loss.rtol, tolerance.loss.atol, tolerance.grad_norm.rtol,
                    tolerance.grad_norm.atol);
}

auto key(const RelationTo& relation) {
  std::vector<decltype(bounds({}))> tolerances;
  for (const Tolerance& tolerance : relation.tolerances) tolerances.push_back(bounds(tolerance));
  return std::tuple(relation.name, relation.partner, relation.exact, relation.tier, tolerances);
}

// Returns the keys of the relations, without those to neighbors.
auto keys(const PlannedCell& planned) {
  std::vector<decltype(key({}))> keys;
  for (const RelationTo& relation : planned.relations) {
    if (!relation.neighbor) keys.push_back(key(relation));
  }
  return keys;
}

auto key(const Recipe& recipe) {
  return std::tuple(recipe.case_folder, recipe.seed, recipe.steps, recipe.deadline_seconds,
                    recipe.compile_deadline_seconds, recipe.likely_seconds, recipe.desync_seconds,
                    recipe.activations, recipe.compile_options);
}

auto key(const CompileLimits& limits) {
  return std::tuple(limits.breaks, limits.breaks_at, limits.recompiles, limits.skew_seconds,
                    limits.growth, limits.speedup, limits.memory, limits.compile_memory_mib);
}

auto key(const Claim& claim) {
  return std::tuple(claim.name, claim.metric, claim.over, claim.along, claim.law.kind,
                    claim.law.exponent, claim.law.word, claim.factor, claim.issue);
}

bool compiles(const Cell& cell) {
  const Value* compile = cell.find("compile");
  return compile != nullptr && *compile != Value("none");
}

// Returns the cells that judge the cell, and the cell itself.
std::set<std::string> needed(const Plan& plan, const PlannedCell& planned) {
  std::set<std::string> ids{planned.cell.id};
  for (const RelationTo& relation : planned.relations) {
    if (!relation.neighbor && plan.find(relation.partner) != nullptr) ids.insert(relation.partner);
  }
  if (planned.compile_limits.compares_with_uncompiled() && compiles(planned.cell))
    ids.insert(planned.uncompiled);
  return ids;
}

// A file may have further optional axes, which have their defaults, because it lists other optional
// axes.
void expect_same_values(const Cell& cell, const Cell& again) {
  for (const auto& [axis, value] : cell.values) {
    const Value* found = again.find(axis);
    EXPECT_TRUE(found != nullptr && *found == value) << axis << " of " << cell.id;
  }
  for (const auto& [axis, value] : again.values) {
    if (cell.find(axis) != nullptr) continue;
    const Axis* standard = catalogue().find(axis);
    EXPECT_TRUE(standard != nullptr && standard->optional && value == standard->fallback)
        << axis << " of " << cell.id;
  }
}

void expect_same(const Plan& whole, const PlannedCell& planned, const Plan& again) {
  const PlannedCell* found = again.find(planned.cell.id);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(ids(again), needed(whole, planned));
  EXPECT_EQ(keys(*found), keys(planned));
  EXPECT_EQ(found->skip, planned.skip);
  EXPECT_THAT(again.warnings, IsEmpty());
  if (compiles(planned.cell)) {
    EXPECT_EQ(key(found->compile_limits), key(planned.compile_limits));
  }
  for (const PlannedCell& other : again.cells) {
    const PlannedCell* original = whole.find(other.cell.id);
    if (original != nullptr) expect_same_values(original->cell, other.cell);
    EXPECT_EQ(key(other.recipe), key(planned.recipe));
    EXPECT_FALSE(other.xfail || other.quarantine);
  }
}

// Checks some cells of a plan, because a plan may have hundreds.
void expect_every_file_repeats_its_cell(const Matrix& matrix, const Machine& machine) {
  constexpr std::size_t kCells = 8;
  const std::filesystem::path cases = std::filesystem::path(GRIDLOCK_SOURCE_DIR) / "cases";
  TestFiles files;
  // Each value is in some cell. To find pairs of values would take long.
  const Plan whole =
      plan(matrix, machine, {.strength = std::min(matrix.strength, 1), .select = ""});
  const std::size_t step = whole.cells.size() / kCells + 1;
  for (std::size_t i = 0; i < whole.cells.size(); i += step) {
    const PlannedCell& planned = whole.cells[i];
    if (!planned.skip.empty()) continue;
    const std::string text = cell_file(whole, planned);
    SCOPED_TRACE(matrix.name + ": " + planned.cell.id + "\n" + text);
    const Plan again = plan_again(files, text, {cases}, machine);
    expect_same(whole, planned, again);
    if (testing::Test::HasFailure()) return;
  }
}

std::vector<std::string> shipped_matrices() {
  std::vector<std::string> names;
  const std::filesystem::path folder = std::filesystem::path(GRIDLOCK_SOURCE_DIR) / "matrix";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().stem();
    if (entry.path().extension() == ".toml" && name != "axes" && name != "relations")
      names.push_back(name);
  }
  return names;
}

TEST(CellFile, RepeatsTheCellsOfShippedMatrices) {
  const std::filesystem::path root = GRIDLOCK_SOURCE_DIR;
  for (const std::string& name : shipped_matrices()) {
    const Matrix matrix = load(root / "matrix" / (name + ".toml"), {root / "cases"});
    for (const int gpus : {0, 4}) expect_every_file_repeats_its_cell(matrix, {gpus});
  }
}

TEST(CellFile, RepeatsTheCellsOfCasesWithKnownVerdicts) {
  const std::filesystem::path cases = std::filesystem::path(GRIDLOCK_SOURCE_DIR) / "cases";
  for (const std::string& name : case_names({cases}))
    expect_every_file_repeats_its_cell(load_trial(name, {cases}).matrix, {});
}

TEST(CellFile, HasTheRecipeOfTheRun) {
  TestFiles files;
  Plan whole = plan_of(files,
                       "seed = 7\n[run]\nsteps = 5\nactivations = true\nlikely_seconds = 0.1\n"
                       "compile_deadline_seconds = 7.5\ncompile_options = { max_fusion_size = 8 }\n"
                       "[axes]\nfsdp = ['replicate']\n");
  PlannedCell& planned = whole.cells.front();
  planned.recipe.deadline_seconds = 1.5;  // as --deadline sets it
  expect_same(whole, planned, plan_again(files, whole, planned.cell.id));
}

TEST(CellFile, HasNoExpectations) {
  TestFiles files;
  const Plan whole = plan_of(files,
                             "[axes]\nfsdp = ['replicate']\n"
                             "[[xfail]]\nselect = 'cp = 1'\nissue = 'https://a/b'\n");
  ASSERT_TRUE(whole.cells.front().xfail);
  const Plan again = plan_again(files, whole, whole.cells.front().cell.id);
  EXPECT_FALSE(again.cells.front().xfail);
}

TEST(CellFile, KeepsJoinedRelationsWithTheirBounds) {
  TestFiles files;
  const Plan whole =
      plan_of(files,
              "standard_relations = false\n[axes]\ncp = [2]\n"
              "compile = ['before_fsdp']\n[reference]\nreset = ['world_size']\n"
              "[[relation]]\nname = 'a, b'\nset = { cp = 1 }\nrtol = 0.1\n"
              "[[relation]]\nname = 'c'\nset = { compile = 'none' }\n"
              "rtol = { loss = 0.25 }\natol = 1e-30\n"
              "[[relation]]\nname = 'd'\nset = { fsdp = 'replicate' }\nexact = true\n"
              "[[relation]]\nname = 'e'\nrepeat = true\ntier = 'cold'\n");
  const auto cell = std::ranges::find(
      whole.cells, 3U, [](const PlannedCell& planned) { return planned.relations.size(); });
  ASSERT_NE(cell, whole.cells.end());
  EXPECT_EQ(cell->relations.front().name, "a, b, c");
  const Plan again = plan_again(files, whole, cell->cell.id);
  expect_same(whole, *cell, again);
  const std::string& reference = cell->relations.front().partner;
  EXPECT_TRUE(again.find(reference)->measures_spread);
}

constexpr const char* kLimits =
    "standard_relations = false\n[axes]\ncompile = ['before_fsdp']\nfsdp = ['replicate', "
    "'full_shard']\n"
    "[[compile_limit]]\nbreaks = 0\nbreaks_at = ['fsdp', 'case.py:forward']\n"
    "[[compile_limit]]\nrecompiles = 2\nskew_seconds = 1.5\ngrowth = 2\n"
    "[[compile_limit]]\nselect = 'fsdp = replicate'\nspeedup = 1.25\nmemory = 2\n"
    "compile_memory_mib = 100\n";

TEST(CellFile, KeepsCompileLimitsAndTheUncompiledCell) {
  TestFiles files;
  const Plan whole = plan_of(files, kLimits);
  for (const PlannedCell& planned : whole.cells)
    expect_same(whole, planned, plan_again(files, whole, planned.cell.id));
}

TEST(CellFile, KeepsTheIdsOfCellsWithSettings) {
  TestFiles files;
  const Plan whole = plan_of(files,
                             "[axes]\ncompile = ['before_fsdp']\nfsdp = ['replicate']\n"
                             "config.dynamo.recompile_limit = [8, 64]\n"
                             "config.dynamo.inline_inbuilt_nn_modules = [true, false]\n"
                             "env.NCCL_ALGO = ['Ring', 'Tree']\n",
                             {}, kAll);
  ASSERT_GE(whole.cells.size(), 8U);
  for (const PlannedCell& planned : whole.cells)
    expect_same(whole, planned, plan_again(files, whole, planned.cell.id));
}

TEST(CellFile, HasOptionalAxesThatOnlyAReferenceHas) {
  TestFiles files;
  const Plan whole = plan_of(files, "[axes]\nfsdp = ['full_shard', 'replicate']\nddp = [true]\n");
  const std::string id = "toy/fp32.cp1.uncompiled.full_shard";
  ASSERT_EQ(whole.find(id)->cell.find("ddp"), nullptr);
  ASSERT_NE(whole.find(whole.find(id)->relations.front().partner)->cell.find("ddp"), nullptr);
  expect_same(whole, *whole.find(id), plan_again(files, whole, id));
}

TEST(CellFile, ComparesWithANeighborInPlaceOfTheReference) {
  TestFiles files;
  const Plan whole = plan_of(files,
                             "[axes]\ncp = [1, 2]\ncompile = ['none', 'before_fsdp']\n"
                             "[reference]\nreset = ['world_size']\n",
                             {}, kAll);
  const PlannedCell* cell = nullptr;
  for (const PlannedCell& planned : whole.cells) {
    if (planned.relations.size() > 1) cell = &planned;
  }
  ASSERT_NE(cell, nullptr);
  const RelationTo& neighbor = cell->relations[1];
  ASSERT_TRUE(neighbor.neighbor);
  const Plan again = plan_again(files, whole, cell->cell.id, {.neighbor = neighbor.partner});
  EXPECT_THAT(ids(again), UnorderedElementsAre(cell->cell.id, neighbor.partner));
  const auto& relations = again.find(cell->cell.id)->relations;
  ASSERT_THAT(relations, SizeIs(1));
  EXPECT_EQ(key(relations.front()), key(neighbor));
}

TEST(CellFile, AddsFurtherCells) {
  TestFiles files;
  const Plan whole = plan_of(files,
                             "standard_relations = false\n[axes]\nlayers = [1, 2]\n"
                             "compile = ['before_fsdp']\n[[compile_limit]]\ngrowth = 2\n",
                             {}, kAll);
  ASSERT_THAT(whole.cells, SizeIs(2));
  const Plan again =
      plan_again(files, whole, whole.cells[0].cell.id, {.added = {whole.cells[1].cell.id}});
  EXPECT_EQ(ids(again), ids(whole));
  for (const PlannedCell& planned : again.cells) EXPECT_EQ(planned.compile_limits.growth, 2);
}

// The file's order of values decides whether a metric rises.
TEST(CellFile, KeepsClaimsThatItsCellsDecide) {
  TestFiles files;
  const Plan whole =
      plan_of(files,
              "[axes]\ncompile = ['none', 'before_fsdp']\nscope = ['block']\nbackend = ['eager']\n"
              "[[claim]]\nname = 'a'\nmetric = 'graphs'\nover = 'compile'\nlaw = 'rises'\n"
              "along = ['scope', 'backend', 'dynamic']\nfactor = 1.5\nissue = 'https://a/b'\n"
              "[[claim]]\nname = 'b'\nmetric = 'graphs'\nover = 'cp'\nlaw = 1.5\n");
  const std::string id = "toy/fp32.cp1.before-block.eager.full_shard";
  ASSERT_NE(whole.find(id), nullptr);
  const Plan again = plan_again(files, whole, id);
  expect_same(whole, *whole.find(id), again);
  ASSERT_THAT(again.claims, SizeIs(1));
  EXPECT_EQ(key(again.claims[0].claim), key(whole.claims[0].claim));
  EXPECT_THAT(again.claims[0].claim.order, ElementsAre("none", "before_fsdp", "after_fsdp"));
  EXPECT_EQ(ids(again), std::set(again.claims[0].cells.begin(), again.claims[0].cells.end()));
}

}  // namespace
}  // namespace gridlock::matrix
