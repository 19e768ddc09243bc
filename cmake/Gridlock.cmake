# How every target of the house is built. Include paths start at the root of the repository, so that
# an #include names its folder: #include "matrix/cell.h".

add_library(gridlock_options INTERFACE)
target_include_directories(gridlock_options INTERFACE ${CMAKE_SOURCE_DIR})
if(NOT GRIDLOCK_PROBE_ONLY)
  target_compile_options(gridlock_options INTERFACE -Wall -Wextra -Wpedantic -Werror)
endif()
# Assertions stay on in what users run.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
string(REPLACE "-g" "-g1" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
if(GRIDLOCK_SANITIZE)
  target_compile_options(gridlock_options INTERFACE -fsanitize=${GRIDLOCK_SANITIZE}
                                                    -fno-omit-frame-pointer)
  target_link_options(gridlock_options INTERFACE -fsanitize=${GRIDLOCK_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# gridlock_library(NAME SOURCES a.cc b.cc [DEPS targets]): a static library of one folder.
function(gridlock_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC gridlock_options ${ARG_DEPS})
endfunction()

# gridlock_test(NAME SOURCES a_test.cc [DEPS targets] [LABEL unit|integration] [TIMEOUT seconds])
# Every TEST becomes one ctest entry. Integration tests start real ranks, so they run one at a time.
# The target `tests` builds them all; `all` builds none, so that a run need not wait for them.
add_custom_target(tests)
function(gridlock_test name)
  if(NOT TARGET GTest::gmock)
    return()
  endif()
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;DEPS" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  if(GRIDLOCK_SANITIZE)
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 10")
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  add_dependencies(tests ${name})
  target_link_libraries(${name} PRIVATE gridlock_options ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  set(properties LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
  if(ARG_LABEL STREQUAL "integration")
    list(APPEND properties RUN_SERIAL TRUE)
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES ${properties})
endfunction()
