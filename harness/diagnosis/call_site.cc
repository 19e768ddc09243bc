#include "harness/diagnosis/call_site.h"

#include <algorithm>

#include "harness/text/utf8.h"
#include "harness/trace/pass.h"

namespace gridlock::diagnosis {

CallSite site_of(const RankEvidence& rank, const facts::Call& call) {
  CallSite site;
  const auto known = std::ranges::find(rank.sites, call.site, &facts::Site::site);
  if (call.site != 0 && known != rank.sites.end()) site.place = text::clean(known->place);
  site.pass = trace::describe(call.pass);
  const auto module = static_cast<std::size_t>(call.module);
  if (call.module >= 0 && module < rank.modules.size()) {
    site.module = text::clean(rank.modules[module]);
  }
  return site;
}

std::string pass_words(const CallSite& site) {
  return trace::with_module(site.pass, site.module);
}

std::string site_words(const CallSite& site) {
  const std::string pass = pass_words(site);
  return pass.empty() || site.place.empty() ? pass + site.place : pass + ", " + site.place;
}

}  // namespace gridlock::diagnosis
