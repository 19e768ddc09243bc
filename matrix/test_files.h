// Files for tests: a folder of cases and matrices, which the destructor removes.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "matrix/matrix.h"

namespace gridlock::matrix {

class TestFiles {
 public:
  TestFiles() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + "." + test->name();
    for (char& letter : name) letter = letter == '/' ? '_' : letter;
    root_ = std::filesystem::path(testing::TempDir()) / ("gridlock." + name);
    std::filesystem::remove_all(root_);
    write("cases/toy/case.toml", "name = 'toy'\ndescription = 'a toy'\n");
  }
  ~TestFiles() { std::filesystem::remove_all(root_); }
  TestFiles(const TestFiles&) = delete;
  TestFiles& operator=(const TestFiles&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) {
    const auto path = root_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
  }
  std::filesystem::path cases() const { return root_ / "cases"; }
  const std::filesystem::path& root() const { return root_; }

  // Returns a matrix of the toy case, with this text after the required keys.
  Matrix matrix(const std::string& text) {
    return load(write("m.toml", "case = 'toy'\nstrength = 2\n" + text), {cases()});
  }
  // Returns the error message for a matrix with this text, or "" if there is none. The text starts
  // in line 3.
  std::string error(const std::string& text) {
    try {
      matrix(text);
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "";
  }

 private:
  std::filesystem::path root_;
};

}  // namespace gridlock::matrix
