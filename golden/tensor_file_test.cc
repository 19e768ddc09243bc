#include "golden/tensor_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <utility>

#include "golden/write_tensor_file.h"

namespace gridlock::golden {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

// Returns a file name that differs for each test.
std::string path() {
  return ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name() +
         ".safetensors";
}

void write(const std::string& bytes) {
  std::ofstream(path(), std::ios::binary) << bytes;
}

std::string file_of(const std::string& header, const std::string& data = "") {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

std::string refusal_of(const std::string& bytes) {
  write(bytes);
  try {
    const TensorFile file(path());
  } catch (const TensorFileError& error) {
    return error.what();
  }
  return "nothing is wrong";
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& offsets) {
  return '"' + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" +
         offsets + '}';
}

// Returns the bytes that the Python library safetensors 0.8.0 writes.
const std::string& written_by_python() {
  using namespace std::string_literals;
  static const std::string kBytes = file_of(
      R"({"__metadata__":{"made":"by Python"},"c":{"dtype":"I64","shape":[],"data_offsets":[0,8]},)"
      R"("a":{"dtype":"F32","shape":[1,2],"data_offsets":[8,16]},)"
      R"("b":{"dtype":"BF16","shape":[1],"data_offsets":[16,18]},)"
      R"("h":{"dtype":"F16","shape":[3],"data_offsets":[18,24]}})",
      "\7\0\0\0\0\0\0\0"
      "\0\0\xc0?\0\0\0\xc0"
      "\xcd="
      "\xff{\1\0\0\xb8"s);
  return kBytes;
}

TEST(TensorFile, OneOfPythonIsRead) {
  write(written_by_python());
  const TensorFile file(path());
  EXPECT_THAT(file.metadata(), ElementsAre(Pair("made", "by Python")));
  EXPECT_EQ(file.tensors().size(), 4U);
  EXPECT_THAT(file.tensors().at("a").sizes, ElementsAre(1, 2));
  EXPECT_THAT(file.tensors().at("a").values(), ElementsAre(1.5, -2.0));
  EXPECT_EQ(file.tensors().at("b").dtype, "BF16");
  EXPECT_THAT(file.tensors().at("b").values(), ElementsAre(0.10009765625));
  EXPECT_THAT(file.tensors().at("c").sizes, IsEmpty());
  EXPECT_THAT(file.tensors().at("c").values(), ElementsAre(7));
  EXPECT_THAT(file.tensors().at("h").values(), ElementsAre(65504, std::ldexp(1, -24), -0.5));
}

TEST(TensorFile, IsStillThereWhenItHasMoved) {
  write(written_by_python());
  TensorFile file(path());
  const TensorFile moved = std::move(file);
  EXPECT_THAT(moved.tensors().at("a").values(), ElementsAre(1.5, -2.0));
}

TEST(TensorFile, TensorsMayHaveNoElements) {
  write(file_of('{' + tensor("a", "F32", "[0,3]", "[0,0]") + ',' +
                tensor("b", "F64", "[0]", "[0,0]") + '}'));
  const TensorFile file(path());
  EXPECT_THAT(file.tensors().at("a").values(), IsEmpty());
  EXPECT_THAT(file.tensors().at("b").values(), IsEmpty());
}

TEST(TensorFile, WhatIsWrittenIsRead) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  write_tensor_file(path(), {{"one", {{}, {0.1}}}, {"two", {{2, 2}, {1, -0.0, tiny, 1 / 3.0}}}},
                    {{"seed", "7"}});
  const TensorFile file(path());
  EXPECT_THAT(file.metadata(), ElementsAre(Pair("seed", "7")));
  EXPECT_EQ(file.tensors().at("one").dtype, "F64");
  EXPECT_THAT(file.tensors().at("one").values(), ElementsAre(0.1));
  EXPECT_THAT(file.tensors().at("two").sizes, ElementsAre(2, 2));
  const auto values = file.tensors().at("two").values();
  EXPECT_THAT(values, ElementsAre(1, -0.0, tiny, 1 / 3.0));
  EXPECT_TRUE(std::signbit(values[1]));
}

TEST(TensorFile, ValuesThatDoNotFitTheirSizesAreNotWritten) {
  EXPECT_THROW(write_tensor_file(path(), {{"a", {{3}, {1, 2}}}}), std::invalid_argument);
}

TEST(TensorFile, AFolderThatIsNotThereIsAnError) {
  EXPECT_THROW(write_tensor_file(path() + "/missing/file", {}), std::runtime_error);
  EXPECT_THROW(TensorFile(path() + "/missing/file"), TensorFileError);
  EXPECT_THROW(TensorFile{::testing::TempDir()}, TensorFileError);
}

TEST(TensorFile, EveryTruncatedOneIsRefused) {
  const std::string& whole = written_by_python();
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
    EXPECT_THAT(refusal_of(whole.substr(0, bytes)), HasSubstr(path() + ": ")) << bytes;
  EXPECT_EQ(refusal_of(whole), "nothing is wrong");
}

TEST(TensorFile, WhatIsMalformedIsRefusedWithFileAndReason) {
  const std::string four(4, 'x'), eight(8, 'x');
  const auto of = [](const std::string& tensors, const std::string& data) {
    return file_of('{' + tensors + '}', data);
  };
  const std::pair<std::string, std::string> cases[] = {
      {"", "too short"},
      {std::string(8, '\xff'), "header is cut off"},
      {file_of("{"), "parse error"},
      {file_of("[]"), "not an object"},
      {file_of(R"({"__metadata__":{"a":1}})"), "type must be string"},
      {file_of(R"({"a":{}})"), "tensor 'a': "},
      {of(tensor("a", "F8", "[4]", "[0,4]"), four), "tensor 'a': unknown dtype 'F8'"},
      {of(tensor("a", "F32", "[2]", "[0,4]"), four), "does not match the shape"},
      {of(tensor("a", "F32", "[4294967296,4294967296]", "[0,0]"), ""), "number of bytes"},
      {of(tensor("a", "F32", "[-1]", "[0,4]"), four), "-1 is not a size"},
      {of(tensor("a", "F32", "[1.5]", "[0,4]"), four), "1.5 is not a size"},
      {of(tensor("a", "F32", "1", "[0,4]"), four), "1 is not a list"},
      {of(tensor("a", "F32", "[1]", "[0]"), four), "two ascending numbers"},
      {of(tensor("a", "F32", "[1]", "[4,0]"), four), "two ascending numbers"},
      {of(tensor("a", "F32", "[1]", "[4,8]"), four), "outside of the file"},
      {of(tensor("a", "F32", "[1]", "[4,8]"), eight), "gap"},
      {of(tensor("a", "F32", "[1]", "[0,4]"), eight), "last bytes"},
      {of(tensor("a", "F32", "[1]", "[0,4]") + ',' + tensor("b", "F32", "[1]", "[0,4]"), four),
       "overlap"},
      {of(tensor("a", "F64", "[1]", "[0,8]") + ',' + tensor("b", "F32", "[1]", "[4,8]"), eight),
       "overlap"},
  };
  for (const auto& [bytes, reason] : cases)
    EXPECT_THAT(refusal_of(bytes), AllOf(HasSubstr(path() + ": "), HasSubstr(reason)));
}

}  // namespace
}  // namespace gridlock::golden
