# Third-party libraries. All are header-only or have a header-only mode, so a folder in
# CMAKE_PREFIX_PATH that holds nothing but include/ serves a machine without a package manager.

# header_dependency(TARGET header): deps::NAME from the folder where `header` is found.
function(header_dependency name header)
  find_path(${name}_INCLUDE_DIR ${header} REQUIRED)
  add_library(deps_${name} INTERFACE)
  target_include_directories(deps_${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIR})
  add_library(deps::${name} ALIAS deps_${name})
endfunction()

header_dependency(toml toml++/toml.h)
header_dependency(cli11 CLI/CLI.hpp)
header_dependency(json nlohmann/json.hpp)
header_dependency(pegtl tao/pegtl.hpp)
header_dependency(fmt fmt/format.h)
find_library(FMT_LIBRARY fmt)
if(FMT_LIBRARY)
  target_link_libraries(deps_fmt INTERFACE ${FMT_LIBRARY})
else()
  target_compile_definitions(deps_fmt INTERFACE FMT_HEADER_ONLY)
endif()

find_package(Threads REQUIRED)
find_package(GTest REQUIRED)
include(GoogleTest)
find_package(benchmark REQUIRED)
