#include "harness/text/class_names.h"

#include <gtest/gtest.h>

namespace gridlock::text {
namespace {

TEST(ClassNames, OfModulesThatFsdpWrapsAreTheirOwn) {
  EXPECT_EQ(without_wrappers("'FSDPBlock' object has no attribute 'FSDPx'"),
            "'Block' object has no attribute 'FSDPx'");
  EXPECT_EQ(without_wrappers("FSDPBlock.forward, FSDPMLP(FSDPLinear())"),
            "Block.forward, MLP(Linear())");
  EXPECT_EQ(without_wrappers("MyFSDPBlock of _FSDPBlock"), "MyFSDPBlock of _FSDPBlock");
}

TEST(ClassNames, OfTorchStay) {
  for (const char* name : {"FSDP", "FSDPModule", "FSDPParamGroup", "FSDPState", "FSDP2 is slow"}) {
    EXPECT_EQ(without_wrappers(name), name);
  }
}

}  // namespace
}  // namespace gridlock::text
