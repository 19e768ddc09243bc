# How every target of the house is built. Include paths start at the root of the repository, so that
# an #include names its folder: #include "matrix/cell.h".

add_library(gridlock_options INTERFACE)
target_include_directories(gridlock_options INTERFACE ${CMAKE_SOURCE_DIR})
if(NOT GRIDLOCK_PROBE_ONLY)
  target_compile_options(gridlock_options INTERFACE -Wall -Wextra -Wpedantic)
  # What a newer compiler newly warns of must not keep anybody from a build.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(gridlock_options INTERFACE -Werror)
  endif()
endif()
# Assertions stay on in what users run.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
# Sanitizer builds are for debugging.
string(REPLACE "-g" "-g0" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
if(GRIDLOCK_SANITIZE)
  target_compile_options(gridlock_options INTERFACE -fsanitize=${GRIDLOCK_SANITIZE}
                                                    -fno-omit-frame-pointer)
  target_link_options(gridlock_options INTERFACE -fsanitize=${GRIDLOCK_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Precompiled headers are cached only with this.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      ${CCACHE})
endif()

# gridlock_library(NAME SOURCES a.cc b.cc [DEPS targets] [TESTS_ONLY]): a static library of one
# folder. With deps::json or deps::fmt it takes heavy headers from gridlock_precompiled. TESTS_ONLY:
# `all` does not build it. What users wait for is compiled a dozen sources at a time, in less than
# half the time; so a name must be unique within the folder, in anonymous namespaces too.
set(GRIDLOCK_SOURCES_AT_A_TIME 12 CACHE STRING "Sources compiled together; 1: each alone")
function(gridlock_library name)
  cmake_parse_arguments(ARG "TESTS_ONLY" "" "SOURCES;DEPS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC gridlock_options ${ARG_DEPS})
  if("deps::json" IN_LIST ARG_DEPS OR "deps::fmt" IN_LIST ARG_DEPS)
    target_precompile_headers(${name} REUSE_FROM gridlock_precompiled)
  endif()
  if(ARG_TESTS_ONLY)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  else()
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON
                          UNITY_BUILD_BATCH_SIZE ${GRIDLOCK_SOURCES_AT_A_TIME})
  endif()
endfunction()

# Seconds until a test has hung. Only what hangs gets there: a busy machine takes many times as long
# as a quiet one, the more so where a test starts ranks.
set(GRIDLOCK_TEST_SECONDS_unit 300)
set(GRIDLOCK_TEST_SECONDS_integration 900)
if(GRIDLOCK_SANITIZE)
  set(GRIDLOCK_TEST_SECONDS_unit 900)
  set(GRIDLOCK_TEST_SECONDS_integration 2700)
endif()

# gridlock_test(NAME SOURCES a_test.cc [DEPS targets] [LABEL unit|integration])
# Every TEST becomes one ctest entry. Integration tests start real ranks, several tests side by side:
# give them time. The target `tests` builds them all; `all` builds none, so that a run need not wait
# for them.
add_custom_target(tests)
function(gridlock_test name)
  if(NOT TARGET GTest::gmock)
    return()
  endif()
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;DEPS" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  add_dependencies(tests ${name})
  target_link_libraries(${name} PRIVATE gridlock_options deps::json deps::fmt ${ARG_DEPS}
                                        GTest::gmock GTest::gtest_main)
  target_precompile_headers(${name} REUSE_FROM gridlock_precompiled_tests)
  # With headers precompiled, GCC 12 sees overflows within std::string (GCC bug 105651).
  target_compile_options(${name} PRIVATE -O1 -Wno-array-bounds -Wno-stringop-overflow)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${ARG_LABEL}
                       TIMEOUT ${GRIDLOCK_TEST_SECONDS_${ARG_LABEL}})
endfunction()
