// Names the JSON fields of the worker's pieces and proposals.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/fields/description.h"
#include "minimizer/forest.h"
#include "minimizer/problem_fields.h"

namespace gridlock::minimizer {

// A proposal as the worker writes it. If it has no text, it is refused.
struct WrittenProposal {
  std::optional<std::string> text;
  std::optional<Launch> launch;
  std::string canonical;
  std::string refusal;
  bool completes = false;
};

constexpr auto fields_of(fields::Type<Alternative>) {
  return fields::List{
      fields::required("name", &Alternative::name),
      fields::required("takes_children", &Alternative::takes_children),
      fields::required("takes_users", &Alternative::takes_users),
  };
}

constexpr auto fields_of(fields::Type<Piece>) {
  return fields::List{
      fields::required("parent", &Piece::parent),
      fields::required("weight", &Piece::weight),
      fields::required("needs", &Piece::needs),
      fields::required("name", &Piece::name),
      fields::required("alternatives", &Piece::alternatives),
  };
}

constexpr auto fields_of(fields::Type<WrittenProposal>) {
  return fields::List{
      fields::required("text", &WrittenProposal::text),
      fields::required("launch", &WrittenProposal::launch),
      fields::required("canonical", &WrittenProposal::canonical),
      fields::required("refusal", &WrittenProposal::refusal),
      fields::required("completes", &WrittenProposal::completes),
  };
}

}  // namespace gridlock::minimizer
