# Third-party libraries. All of them are header-only or have a header-only mode. On a machine
# without a package manager, a folder in CMAKE_PREFIX_PATH that contains only include/ is therefore
# enough.

# header_dependency(NAME header) defines deps::NAME with the folder that contains `header`.
function(header_dependency name header)
  find_path(${name}_INCLUDE_DIR ${header} REQUIRED)
  add_library(deps_${name} INTERFACE)
  target_include_directories(deps_${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIR})
  add_library(deps::${name} ALIAS deps_${name})
endfunction()

header_dependency(toml toml++/toml.h)
header_dependency(boost boost/math/distributions/students_t.hpp)
header_dependency(cli11 CLI/CLI.hpp)
header_dependency(json nlohmann/json.hpp)
header_dependency(pegtl tao/pegtl.hpp)
header_dependency(utfcpp utf8cpp/utf8.h)
header_dependency(fmt fmt/format.h)
header_dependency(pugixml pugixml.hpp)
# In the header-only mode of pugixml, its header includes pugixml.cpp.
foreach(name fmt pugixml)
  string(TOUPPER ${name} NAME)
  find_library(${NAME}_LIBRARY ${name})
  if(${NAME}_LIBRARY)
    target_link_libraries(deps_${name} INTERFACE ${${NAME}_LIBRARY})
  else()
    target_compile_definitions(deps_${name} INTERFACE ${NAME}_HEADER_ONLY)
  endif()
endforeach()

find_package(Threads REQUIRED)

# AUTO defines tests if GoogleTest is found. ON requires GoogleTest. OFF defines no tests.
set(GRIDLOCK_TESTS AUTO CACHE STRING "Define the tests: AUTO, ON or OFF")
if(GRIDLOCK_TESTS STREQUAL "ON")
  find_package(GTest REQUIRED)
elseif(NOT GRIDLOCK_TESTS STREQUAL "OFF")
  find_package(GTest QUIET)
endif()
find_package(benchmark QUIET)

# precompile_headers(TARGET deps…) defines a target that parses heavy headers once
# (cmake/precompiled.h). The targets of gridlock_library() and gridlock_test() reuse the result.
function(precompile_headers name)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cc CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/${name}.cc)
  target_link_libraries(${name} PRIVATE gridlock_options deps::json deps::fmt ${ARGN})
endfunction()
if(NOT GRIDLOCK_PROBE_ONLY)
  add_library(gridlock_instantiated STATIC cmake/instantiated.cc)
  target_include_directories(gridlock_instantiated PRIVATE ${CMAKE_SOURCE_DIR})
  target_include_directories(gridlock_instantiated SYSTEM PRIVATE ${json_INCLUDE_DIR} ${fmt_INCLUDE_DIR})
  target_link_libraries(deps_json INTERFACE gridlock_instantiated)
  target_link_libraries(deps_fmt INTERFACE gridlock_instantiated)

  precompile_headers(gridlock_precompiled)
  target_precompile_headers(gridlock_precompiled PRIVATE cmake/precompiled.h)
endif()
if(TARGET GTest::gmock)
  precompile_headers(gridlock_precompiled_tests GTest::gmock)
  target_precompile_headers(gridlock_precompiled_tests PRIVATE cmake/precompiled.h <gmock/gmock.h> <gtest/gtest.h>)
  target_compile_options(gridlock_precompiled_tests PRIVATE ${GRIDLOCK_TEST_OPTIONS})
endif()

# The zygote embeds Python, using pybind11. The embedded interpreter must be the one that has torch.
# The probe is a Python module and uses the pybind11 headers that torch includes.
if(NOT GRIDLOCK_PYTHON)
  message(FATAL_ERROR "set GRIDLOCK_PYTHON to the Python that has torch (./gridlock does)")
endif()
set(Python_EXECUTABLE ${GRIDLOCK_PYTHON})
if(GRIDLOCK_PROBE_ONLY)
  find_package(Python COMPONENTS Interpreter Development.Module REQUIRED)
  return()
endif()
find_package(Python COMPONENTS Interpreter Development.Embed REQUIRED)
execute_process(COMMAND ${GRIDLOCK_PYTHON} -m pybind11 --cmakedir
                OUTPUT_VARIABLE PYBIND11_CMAKE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
set(PYBIND11_FINDPYTHON ON)
find_package(pybind11 CONFIG REQUIRED PATHS ${PYBIND11_CMAKE_DIR} NO_DEFAULT_PATH)
