# Defines torch::cpu, torch::c10d and torch::python from the headers and libraries of the torch
# wheel of GRIDLOCK_PYTHON. Does not use find_package(Torch), because that requires the whole CUDA
# toolkit if the wheel is for CUDA.
include_guard(GLOBAL)

execute_process(
  COMMAND ${GRIDLOCK_PYTHON} -c
    "import importlib.util as u; print(u.find_spec('torch').submodule_search_locations[0])"
  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(GRIDLOCK_TORCH ${found} CACHE INTERNAL "The folder of the torch package")

# torch::cpu has tensors, operators and autograd.
add_library(torch_on_cpu INTERFACE)
add_library(torch::cpu ALIAS torch_on_cpu)
target_include_directories(torch_on_cpu SYSTEM INTERFACE ${GRIDLOCK_TORCH}/include)
target_link_directories(torch_on_cpu INTERFACE ${GRIDLOCK_TORCH}/lib)
target_link_libraries(torch_on_cpu INTERFACE torch_cpu c10)

add_library(torch_c10d INTERFACE)
add_library(torch::c10d ALIAS torch_c10d)
target_include_directories(torch_c10d SYSTEM INTERFACE
  ${GRIDLOCK_TORCH}/include ${GRIDLOCK_TORCH}/include/torch/csrc/api/include)
target_compile_definitions(torch_c10d INTERFACE USE_DISTRIBUTED USE_C10D_GLOO)
target_link_libraries(torch_c10d INTERFACE torch_on_cpu)

# torch::python is for extension modules. It links no libpython, because the program that loads such
# a module provides Python's symbols.
add_library(torch_python INTERFACE)
add_library(torch::python ALIAS torch_python)
target_include_directories(torch_python SYSTEM INTERFACE ${Python_INCLUDE_DIRS})
target_link_libraries(torch_python INTERFACE torch_c10d -ltorch_python)
