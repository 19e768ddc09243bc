#include "matrix/rules.h"

#include <algorithm>

namespace gridlock::matrix {
namespace {

using covering::Literal;
using Literals = std::vector<Literal>;

constexpr std::size_t kMostCombinations = 1000000;

bool is_of_machine(const std::string& name) {
  return std::ranges::find(machine_vocabulary(), name, &Term::name) != machine_vocabulary().end();
}

class RuleMaker {
 public:
  RuleMaker(Space& space, const Machine& machine) : space_(space), machine_(machine) {}

  // Calls `visit(combination, holds)` for each combination of levels of the axes in the expression.
  template <typename Visit>
  void enumerate(const Expression& expression, const FilePosition& place, const Visit& visit) {
    const std::vector<int> named = factors_of(expression, place);
    Literals combination;
    for (int factor : named) combination.push_back({factor, 0});
    do {
      visit(combination, expression.holds(lookup(combination)));
    } while (advance(combination));
  }

  void forbid(Literals literals, int constraint) {
    space_.rules.push_back({std::move(literals), constraint});
  }

 private:
  std::vector<int> factors_of(const Expression& expression, const FilePosition& place) const {
    std::vector<int> named;
    std::size_t combinations = 1;
    for (const std::string& name : expression.names()) {
      if (is_of_machine(name)) continue;
      const auto found = std::find_if(space_.factors.begin(), space_.factors.end(),
                                      [&](const Factor& factor) { return factor.axis == name; });
      named.push_back(static_cast<int>(found - space_.factors.begin()));
      combinations *= found->levels.size();
      if (combinations > kMostCombinations) {
        throw InputError(place,
                         "\"" + expression.text() +
                             "\" is too complex: its axes have too many combinations of values");
      }
    }
    return named;
  }

  bool advance(Literals& combination) const {
    for (Literal& literal : combination) {
      if (++literal.value < static_cast<int>(space_.factors[literal.factor].levels.size())) {
        return true;
      }
      literal.value = 0;
    }
    return false;
  }

  Lookup lookup(const Literals& combination) const {
    return [this, &combination](std::string_view name) -> const Value* {
      for (const Literal& literal : combination) {
        const Factor& factor = space_.factors[literal.factor];
        if (factor.axis != name) continue;
        const auto& value = factor.levels[literal.value].value;
        return value ? &*value : nullptr;
      }
      return machine_.find(name);
    };
  }

  Space& space_;
  MachineValues machine_;
};

Literals with(Literals combination, int factor, std::size_t level) {
  combination.push_back({factor, static_cast<int>(level)});
  return combination;
}

// Adds the rules of an axis that applies only in some cells. Where `when` holds, the axis has a
// value; elsewhere, it is absent.
void add_applicability(RuleMaker& maker, const Space& space, const Axis& axis, int factor) {
  maker.enumerate(*axis.when, axis.place, [&](const Literals& combination, bool holds) {
    const auto& levels = space.factors[factor].levels;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const bool absent = !levels[level].value;
      if (absent == holds) maker.forbid(with(combination, factor, level), -1);
    }
  });
}

// Adds the rules for the `when` that the matrix file gives for the axis. Where this `when` does not
// hold, the axis has its default or is absent.
void add_refinement(RuleMaker& maker, const Space& space, const Axis& axis,
                    const AxisListing& listing, int factor) {
  maker.enumerate(*listing.when, axis.place, [&](const Literals& combination, bool holds) {
    const auto& levels = space.factors[factor].levels;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      if (!levels[level].value) continue;
      const bool allowed = holds ? levels[level].wanted : levels[level].value == axis.fallback;
      if (!allowed) maker.forbid(with(combination, factor, level), -1);
    }
  });
}

}  // namespace

void add_rules(Space& space, const Matrix& matrix, const Machine& machine) {
  RuleMaker maker(space, machine);
  for (std::size_t f = 0; f < space.factors.size(); ++f) {
    const Axis& axis = space.schema.axes[f];
    const int factor = static_cast<int>(f);
    if (axis.when) add_applicability(maker, space, axis, factor);
    const AxisListing* listing = listing_of(matrix, axis.name, machine);
    if (listing != nullptr && listing->when) {
      add_refinement(maker, space, axis, *listing, factor);
    }
  }
  for (std::size_t c = 0; c < space.constraints.size(); ++c) {
    const Constraint& constraint = space.constraints[c];
    maker.enumerate(constraint.forbid, constraint.place,
                    [&](const Literals& combination, bool holds) {
                      if (holds) maker.forbid(combination, static_cast<int>(c));
                    });
  }
}

}  // namespace gridlock::matrix
