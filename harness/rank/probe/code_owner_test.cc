#include "harness/rank/probe/code_owner.h"

#include <gtest/gtest.h>

namespace gridlock::probe {
namespace {

struct CodeOwner : ::testing::Test {
  CodeOwner() {
    set_owned_folders({{"/opt/torch/lib/python3.12/site-packages/torch/", Owner::kHidden},
                       {"/opt/torch/lib/python3.12/site-packages/", Owner::kLibrary},
                       {"/opt/torch/lib/python3.12/", Owner::kHidden}});
  }
};

TEST_F(CodeOwner, IsToldByTheInstallationAndNotByWordsInAPath) {
  EXPECT_EQ(owner_of("/home/me/torch/train.py"), Owner::kProgram);
  EXPECT_EQ(owner_of("/opt/torch/lib/python3.12/site-packages/torch/nn/modules/module.py"),
            Owner::kHidden);
  EXPECT_EQ(owner_of("/opt/torch/lib/python3.12/site-packages/deepspeed/comm/torch.py"),
            Owner::kLibrary);
  EXPECT_EQ(owner_of("/opt/torch/lib/python3.12/contextlib.py"), Owner::kHidden);
  EXPECT_EQ(owner_of("/opt/torch/examples/train.py"), Owner::kProgram);
  EXPECT_EQ(owner_of("<frozen runpy>"), Owner::kHidden);
  EXPECT_EQ(owner_of("/tmp/torchinductor_me/ab/cabc.py"), Owner::kHidden);
}

TEST_F(CodeOwner, AFileOfAPackageIsShownWithThePackage) {
  EXPECT_EQ(shown_file("/opt/torch/lib/python3.12/site-packages/deepspeed/comm/torch.py"),
            "deepspeed/comm/torch.py");
  EXPECT_EQ(shown_file("/home/me/torch/train.py"), "train.py");
}

}  // namespace
}  // namespace gridlock::probe
