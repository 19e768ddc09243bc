# Defines the build settings of every target of the project. Include paths start at the root of the
# repository, so an #include names its folder: #include "matrix/cell.h".

add_library(gridlock_options INTERFACE)
target_include_directories(gridlock_options INTERFACE ${CMAKE_SOURCE_DIR})
if(NOT GRIDLOCK_PROBE_ONLY)
  target_compile_options(gridlock_options INTERFACE -Wall -Wextra -Wpedantic)
  # Warnings are errors only with GCC 12 and older. Newer compilers may emit new warnings, which
  # must not fail a user's build.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(gridlock_options INTERFACE -Werror)
  endif()
endif()
# Assertions stay on in the builds that users run.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
# The builds that users run have no debug information. Sanitizer builds have it.
string(REPLACE "-g" "-g0" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
# -O2 takes a third longer to compile than -O1, so only targets with expensive computations use -O2
# (see FAST).
string(REPLACE "-O2" "-O1" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
# GCC collects garbage every few megabytes by default, which takes an eighth of the compile time.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(gridlock_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-expand=1000 --param ggc-min-heapsize=1000000>)
endif()
if(GRIDLOCK_SANITIZE)
  target_compile_options(gridlock_options INTERFACE -fsanitize=${GRIDLOCK_SANITIZE}
                                                    -fno-omit-frame-pointer)
  target_link_options(gridlock_options INTERFACE -fsanitize=${GRIDLOCK_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # ccache caches precompiled headers only with this setting.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      ${CCACHE})
endif()

# gridlock_library(NAME SOURCES a.cc b.cc [ALONE c.cc] [DEPS targets] [FAST]) defines a static
# library for one folder. The library is built only if a program needs it.
# - SOURCES are compiled several at a time, as one file, which takes less than half the time. Their
#   anonymous namespaces then are one namespace, so two sources cannot define the same name there.
# - ALONE lists sources that need such a name. Each of them is compiled on its own.
# - A library with deps::json or deps::fmt takes heavy headers from gridlock_precompiled.
# - FAST is for libraries with expensive computations. A FAST library is optimized more. It uses no
#   precompiled headers, because GCC 12 crashes if those were built with another -O.
set(GRIDLOCK_COMPILED_TOGETHER 8 CACHE STRING "Sources compiled together; 1: each alone")
function(gridlock_library name)
  cmake_parse_arguments(ARG "FAST" "" "SOURCES;ALONE;DEPS" ${ARGN})
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${ARG_SOURCES} ${ARG_ALONE})
  target_link_libraries(${name} PUBLIC gridlock_options ${ARG_DEPS})
  if(ARG_FAST)
    target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O2>)
  elseif("deps::json" IN_LIST ARG_DEPS OR "deps::fmt" IN_LIST ARG_DEPS)
    target_precompile_headers(${name} REUSE_FROM gridlock_precompiled)
  endif()
  compile_together(${name} EXCEPT ${ARG_ALONE})
endfunction()
# compile_together(TARGET [EXCEPT c.cc…]) compiles several sources of the target as one file.
function(compile_together name)
  cmake_parse_arguments(ARG "" "" "EXCEPT" ${ARGN})
  set_source_files_properties(${ARG_EXCEPT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON
                        UNITY_BUILD_BATCH_SIZE ${GRIDLOCK_COMPILED_TOGETHER})
endfunction()

# glue_for_python(TARGET) is for a target whose sources only pass calls between Python and C++ with
# pybind11. The sources are compiled together, because the pybind11 headers take five seconds to
# compile each time.
function(glue_for_python name)
  target_link_libraries(${name} PRIVATE gridlock_options)
  target_compile_options(${name} PRIVATE -O0)
  compile_together(${name})
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden)  # pybind11 requires it
  get_target_property(type ${name} TYPE)
  if(type STREQUAL MODULE_LIBRARY)
    target_link_libraries(${name} PRIVATE pybind11::module)
    set_target_properties(${name} PROPERTIES
      PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
  endif()
endfunction()

# Seconds after which a test counts as hung. The limits are high so that only hung tests reach them.
# On a loaded machine, tests take many times longer, especially those that start ranks.
set(GRIDLOCK_TEST_SECONDS_unit 900)
set(GRIDLOCK_TEST_SECONDS_integration 1800)
if(GRIDLOCK_SANITIZE)
  set(GRIDLOCK_TEST_SECONDS_unit 3600)
endif()

# Tests compute little, so optimizing tests saves no time.
set(GRIDLOCK_TEST_OPTIONS -O0)

# gridlock_test(NAME SOURCES a_test.cc [ALONE b_test.cc] [DEPS targets] [LABEL unit|integration]
#               [GROUPS "Name: Suite Suite"…] [NIGHTLY Suite.Test…] [PROPERTIES name value…])
# Defines one ctest entry for the program, or one entry for each group of the program's suites. Each
# suite is in exactly one group. The suites of a group run in one process, one after the other. The
# tests in NIGHTLY are excluded from these entries and have a separate entry that only `./gridlock
# test --all` runs. Integration tests start real ranks. The target `tests` builds all tests. The
# target `all` builds no tests, so that `gridlock run` does not wait for them.
add_custom_target(tests)
function(gridlock_test name)
  if(NOT TARGET GTest::gmock)
    return()
  endif()
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;ALONE;DEPS;GROUPS;NIGHTLY;PROPERTIES" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SOURCES} ${ARG_ALONE})
  add_dependencies(tests ${name})
  target_link_libraries(${name} PRIVATE gridlock_options deps::json deps::fmt ${ARG_DEPS}
                                        GTest::gmock GTest::gtest_main)
  target_precompile_headers(${name} REUSE_FROM gridlock_precompiled_tests)
  target_compile_options(${name} PRIVATE ${GRIDLOCK_TEST_OPTIONS})
  compile_together(${name} EXCEPT ${ARG_ALONE})
  set(properties LABELS ${ARG_LABEL} TIMEOUT ${GRIDLOCK_TEST_SECONDS_${ARG_LABEL}} ${ARG_PROPERTIES})
  string(REPLACE ";" ":" nightly "${ARG_NIGHTLY}")
  if(ARG_GROUPS)
    expect_all_suites("${ARG_GROUPS}" ${ARG_SOURCES} ${ARG_ALONE})
  else()
    set(ARG_GROUPS "${name}:")
  endif()
  foreach(group ${ARG_GROUPS})
    string(REGEX MATCH "^([^:]+):(.*)$" group "${group}")
    set(entry ${CMAKE_MATCH_1})
    string(REGEX REPLACE " ([A-Za-z]+)" "\\1.*:*/\\1.*:" wanted "${CMAKE_MATCH_2}")
    add_test(NAME ${entry} COMMAND ${name} --gtest_brief=1 --gtest_filter=${wanted}-${nightly})
    set_tests_properties(${entry} PROPERTIES ${properties})
  endforeach()
  if(nightly)
    add_test(NAME ${name}_nightly COMMAND ${name} --gtest_brief=1 --gtest_filter=${nightly})
    set_tests_properties(${name}_nightly PROPERTIES ${properties} LABELS "${ARG_LABEL};nightly")
  endif()
endfunction()

# expect_all_suites(GROUPS a_test.cc …) fails if a suite of the sources is in no group.
function(expect_all_suites groups)
  string(REPLACE ";" " " groups " ${groups} ")
  foreach(source ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} tests REGEX "^TEST(_F|_P)?\\(")
    foreach(test ${tests})
      string(REGEX REPLACE "^TEST(_F|_P)?\\(([A-Za-z]+),.*" "\\2" suite ${test})
      if(NOT groups MATCHES " ${suite} ")
        message(FATAL_ERROR "${source}: suite ${suite} is in no group of tests")
      endif()
    endforeach()
  endforeach()
endfunction()
