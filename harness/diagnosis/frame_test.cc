#include "harness/diagnosis/frame.h"

#include <gtest/gtest.h>

#include "harness/diagnosis/activity.h"
#include "harness/diagnosis/compile_phase.h"
#include "harness/diagnosis/origin.h"

namespace gridlock::diagnosis {
namespace {

ThreadStack stack(std::vector<Frame> frames, bool active = false) {
  return {1, "MainThread", active, true, std::move(frames)};
}

TEST(Origin, IsToldFromTheFile) {
  const auto origin = [](const std::string& file) { return origin_of({"f", file, 1}); };
  EXPECT_EQ(origin("/home/me/torchtitan/train.py"), Origin::kUser);
  EXPECT_EQ(origin("model.py"), Origin::kUser);
  EXPECT_EQ(origin("<stdin>"), Origin::kUser);
  EXPECT_EQ(origin("/home/me/gridlock/cases/dense/case.py"), Origin::kUser);
  EXPECT_EQ(origin("/home/me/gridlock/harness/rank/gridlock/runner.py"), Origin::kGridlock);
  EXPECT_EQ(origin("gridlock/runner.py"), Origin::kGridlock);
  EXPECT_EQ(origin("/home/me/gridlock/harness/rank/site/sitecustomize.py"), Origin::kGridlock);
  EXPECT_EQ(origin("/venv/lib/python3.11/site-packages/torch/nn/modules/module.py"),
            Origin::kTorch);
  EXPECT_EQ(origin("torch/nn/modules/module.py"), Origin::kTorch);
  EXPECT_EQ(origin("/home/me/pytorch/torch/_dynamo/eval_frame.py"), Origin::kTorch);
  EXPECT_EQ(origin("/venv/lib/python3.11/site-packages/transformers/x.py"), Origin::kLibrary);
  EXPECT_EQ(origin("jinja2/compiler.py"), Origin::kLibrary);
  EXPECT_EQ(origin("/usr/lib/python3.11/threading.py"), Origin::kStandard);
  EXPECT_EQ(origin("threading.py"), Origin::kStandard);
  EXPECT_EQ(origin("<frozen importlib._bootstrap>"), Origin::kStandard);
  EXPECT_EQ(origin("/tmp/torchinductor_me/ab/cab3x.py"), Origin::kGenerated);
  EXPECT_EQ(origin("<eval_with_key>.12"), Origin::kGenerated);
  EXPECT_EQ(origin("planted"), Origin::kGenerated);
  EXPECT_EQ(origin("libtorch_cpu.so"), Origin::kNative);
  EXPECT_EQ(origin_of({"main", "", 0}), Origin::kNative);
}

TEST(NamedFrame, IsTheInnermostOfTheUsersOwn) {
  const Frame forward{"Block.forward", "/home/me/model.py", 13};
  const Frame reduce{"all_reduce",
                     "/venv/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py",
                     3075};
  const Frame native{"c10d::Work::wait", "libtorch_cpu.so", 0};
  const Frame runner{"_train", "gridlock/runner.py", 61};
  const Frame main{"main", "/home/me/train.py", 4};
  EXPECT_EQ(named_frame(std::vector{runner, main, forward, reduce, native}), forward);
  EXPECT_EQ(named_frame(std::vector{runner, reduce, native}), reduce);
  EXPECT_EQ(named_frame(std::vector{runner, native}), std::nullopt);
  EXPECT_EQ(named_frame(std::vector{runner, {"get_data", "<frozen importlib._bootstrap>", 9}}),
            std::nullopt);
  EXPECT_EQ(named_frame(std::vector{native}), std::nullopt);
  EXPECT_EQ(place(forward), "model.py:13");
  EXPECT_EQ(place(reduce), "torch/distributed/distributed_c10d.py:3075");
}

TEST(Place, SaysAsMuchOfThePathAsIsNeeded) {
  EXPECT_EQ(place({"f", "/home/me/ring/__init__.py", 3}), "ring/__init__.py:3");
  EXPECT_EQ(place({"f", "/tmp/torchinductor_me/ab/cab3x.py", 40}), "generated code:40");
  EXPECT_EQ(place({"f", "model.py", 0}), "model.py");
}

TEST(ShortFunction, LeavesOutWhereALocalFunctionWasMade) {
  EXPECT_EQ(short_function({"Block.forward", "", 0}), "Block.forward");
  EXPECT_EQ(short_function({"solve_min_cut.<locals>.find_first_unfusible", "", 0}),
            "find_first_unfusible");
}

TEST(PlainFunction, IsTheSameHoweverTheFunctionWasCutUp) {
  EXPECT_EQ(plain_function({"Block.forward", "", 0}), "forward");
  EXPECT_EQ(plain_function({"torch_dynamo_resume_in_forward_at_12", "", 0}), "forward");
  EXPECT_EQ(plain_function({"main", "", 0}), "main");
}

// The stack of torch 2.11 while it compiles an unrolled ring, from a py-spy dump. The middle frames
// are left out.
const std::vector<Frame> kPartitioner = {
    {"<module>", "/home/me/train.py", 14},
    {"Module._wrapped_call_impl", "torch/nn/modules/module.py", 1777},
    {"_TorchDynamoContext.__call__.<locals>.compile_wrapper", "torch/_dynamo/eval_frame.py", 1024},
    {"ConvertFrameAssert.__call__", "torch/_dynamo/convert_frame.py", 729},
    {"InstructionTranslatorBase.step", "torch/_dynamo/symbolic_convert.py", 1459},
    {"OutputGraph.call_user_compiler", "torch/_dynamo/output_graph.py", 2613},
    {"aot_stage2_autograd", "torch/_functorch/_aot_autograd/graph_compile.py", 2185},
    {"min_cut_rematerialization_partition", "torch/_functorch/partitioners.py", 3537},
    {"choose_saved_values_set", "torch/_functorch/partitioners.py", 2996},
    {"solve_min_cut", "torch/_functorch/partitioners.py", 2790},
    {"solve_min_cut.<locals>.find_first_unfusible", "torch/_functorch/partitioners.py", 2773},
    {"solve_min_cut.<locals>.is_fusible", "torch/_functorch/partitioners.py", 2480},
};

TEST(CompilePlace, NamesThePartitionersSlowFunction) {
  const auto where = compile_place(stack(kPartitioner));
  ASSERT_TRUE(where);
  EXPECT_EQ(where->phase, "the partitioner");
  EXPECT_EQ(where->frame, kPartitioner[10]) << "not its helper, which is there by chance";
  EXPECT_EQ(where->caller, kPartitioner[0]);
}

TEST(NamedFrame, WhatHasNoNameIsTheFunctionAroundIt) {
  const auto named = [](std::vector<Frame> frames) { return named_frame(frames)->function; };
  const Frame load{"load", "data.py", 3};
  for (const char* name : {"<listcomp>", "<genexpr>", "<dictcomp>", "<lambda>"}) {
    const std::string inner = name;
    EXPECT_EQ(named({load, {inner, "data.py", 4}}), "load");
    EXPECT_EQ(named({load, {"load.<locals>." + inner, "data.py", 4}}), "load");
    EXPECT_EQ(named({{"main", "train.py", 10},
                     {"load.<locals>." + inner + ".<locals>." + inner, "data.py", 4}}),
              "load");
    EXPECT_EQ(named({{"Set." + inner, "data.py", 4}}), "Set") << "in the body of a class";
    EXPECT_EQ(named({load, {"map", "torch/utils/_pytree.py", 9}, {inner, "data.py", 4}}), "load");
    EXPECT_EQ(named({{"main", "train.py", 10}, {inner, "data.py", 4}}), "<module>");
  }
  EXPECT_EQ(named({load, {"load.<locals>.inner", "data.py", 4}}), "load.<locals>.inner");
  EXPECT_EQ(named_frame(std::vector<Frame>{load, {"<genexpr>", "data.py", 4}})->line, 4);
}

TEST(CompilePlace, TheInnermostPhaseCounts) {
  const auto phase = [](std::size_t depth, std::vector<Frame> more) {
    std::vector<Frame> frames(kPartitioner.begin(), kPartitioner.begin() + depth);
    frames.insert(frames.end(), more.begin(), more.end());
    return compile_place(stack(frames))->phase;
  };
  EXPECT_EQ(phase(5, {}), "Dynamo's tracing");
  EXPECT_EQ(phase(7, {}), "AOTAutograd");
  EXPECT_EQ(phase(7, {{"run", "torch/_inductor/graph.py", 9}}), "inductor's lowering");
  EXPECT_EQ(phase(7, {{"codegen", "torch/_inductor/codegen/cpp.py", 9}}),
            "inductor's code generation");
  EXPECT_EQ(phase(7, {{"run_compile_cmd", "torch/_inductor/cpp_builder.py", 9},
                      {"run", "subprocess.py", 505}}),
            "the C++ compiler");
  EXPECT_EQ(phase(7, {{"compile", "triton/compiler/compiler.py", 9}}), "the Triton compiler");
  EXPECT_EQ(phase(6, {{"mine", "/home/me/backend.py", 9}}), "Dynamo's tracing");
}

TEST(CompilePlace, ProbingAndImportsAreWholePhases) {
  const Frame entry{"_compile", "torch/_dynamo/convert_frame.py", 1827};
  const Frame probe{"VecISA.check_build", "torch/_inductor/cpu_vec_isa.py", 125};
  const Frame build{"run_compile_cmd", "torch/_inductor/cpp_builder.py", 638};
  EXPECT_EQ(compile_place(stack({entry, probe, build}))->phase,
            "inductor's probing for vector instructions");
  const Frame load{"_find_and_load", "<frozen importlib._bootstrap>", 1178};
  const Frame module{"<module>", "torch/_inductor/lowering.py", 7896};
  EXPECT_EQ(compile_place(stack({entry, load, module}))->phase, "the import of modules");
}

TEST(CompilePlace, RunningWhatWasCompiledIsNotCompiling) {
  EXPECT_FALSE(compile_place(
      stack({{"main", "train.py", 1},
             {"compile_wrapper", "torch/_dynamo/eval_frame.py", 1024},
             {"runtime_wrapper", "torch/_functorch/_aot_autograd/runtime_wrappers.py", 300},
             {"call", "/tmp/torchinductor_me/ab/cab3x.py", 40}})));
}

TEST(Activity, IsToldFromTheInnermostFrames) {
  const Frame user{"step", "train.py", 3};
  EXPECT_EQ(activity(stack({user, {"clock_nanosleep", "libc.so.6", 0}})), "sleeps");
  EXPECT_EQ(activity(stack({user, {"read", "libc.so.6", 0}, {"0x7f", "libc.so.6", 0}})),
            "reads from a file or pipe");
  EXPECT_EQ(activity(stack({user, {"Popen.wait", "subprocess.py", 1264}})),
            "waits for a child process");
  EXPECT_EQ(
      activity(stack(
          {user, {"Thread.join", "threading.py", 1112}, {"pthread_cond_wait", "libc.so.6", 0}})),
      "waits for another thread to end");
  EXPECT_EQ(activity(stack({user}, true)), "computes");
  EXPECT_EQ(activity(stack({user})), "");
  EXPECT_EQ(activity(stack({{"read", "reader.py", 3}})), "") << "a reader's own function";
  EXPECT_EQ(activity(stack({})), "");
}

}  // namespace
}  // namespace gridlock::diagnosis
