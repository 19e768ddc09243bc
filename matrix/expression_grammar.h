// The grammar of expressions (PEGTL). Only expression_parser.cc includes this.
#pragma once

#include <tao/pegtl.hpp>

namespace gridlock::matrix::grammar {

using namespace tao::pegtl;  // NOLINT(google-build-using-namespace): the grammar's own vocabulary

template <typename Rule>
struct token : seq<Rule, star<space>> {};

template <char... Letters>
struct keyword : seq<string<Letters...>, not_at<identifier_other>> {};

// Operands.
struct name : seq<not_at<sor<keyword<'a', 'n', 'd'>, keyword<'o', 'r'>, keyword<'n', 'o', 't'>,
                             keyword<'i', 'n'>>>,
                  identifier, star<one<'.'>, identifier>> {};
struct number
    : seq<plus<digit>, opt<one<'.'>, plus<digit>>, not_at<sor<identifier_other, one<'.'>>>> {};
struct quoted : sor<seq<one<'\''>, star<not_one<'\''>>, one<'\''>>,
                    seq<one<'"'>, star<not_one<'"'>>, one<'"'>>> {};
struct literal : sor<number, quoted, name> {};
struct pattern_text : plus<sor<identifier_other, one<'.', '*', '?', '/', '-'>>> {};

// Arithmetic.
struct sum;
struct open : token<one<'('>> {};
struct close : token<one<')'>> {};
struct factor : sor<token<number>, token<quoted>, token<name>, seq<open, sum, close>> {};
struct times_operator : one<'*', '/', '%'> {};
struct product : list<factor, token<times_operator>> {};
struct plus_operator : one<'+', '-'> {};
struct sum : list<product, token<plus_operator>> {};

// Conditions.
struct compare_operator : sor<string<'=', '='>, string<'!', '='>, string<'<', '='>,
                              string<'>', '='>, one<'=', '<', '>'>> {};
struct comparison : seq<sum, token<compare_operator>, sum> {};
struct membership : seq<token<name>, token<keyword<'i', 'n'>>, token<one<'{'>>,
                        list<token<literal>, token<one<','>>>, token<one<'}'>>> {};
struct match_operator : sor<one<'~'>, string<'=', '='>, string<'!', '='>, one<'='>> {};
struct id_match
    : seq<token<keyword<'i', 'd'>>, token<match_operator>, token<sor<quoted, pattern_text>>> {};
struct truth : token<name> {};

struct disjunction;
struct group : seq<open, disjunction, close> {};
struct not_operator : sor<seq<one<'!'>, not_at<one<'='>>>, keyword<'n', 'o', 't'>> {};
struct condition;
struct negation : seq<token<not_operator>, condition> {};
struct condition : sor<negation, id_match, membership, comparison, group, truth> {};
struct and_operator : sor<string<'&', '&'>, one<'&'>, keyword<'a', 'n', 'd'>> {};
struct conjunction : list<condition, token<and_operator>> {};
struct or_operator : sor<string<'|', '|'>, one<'|'>, keyword<'o', 'r'>> {};
struct disjunction : list<conjunction, token<or_operator>> {};
struct expression : seq<star<space>, disjunction, eof> {};

}  // namespace gridlock::matrix::grammar
