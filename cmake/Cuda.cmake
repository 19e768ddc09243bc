# Sets GRIDLOCK_CUDA, which is true if there is a CUDA compiler of version 12 or later. Only digests
# on GPUs need the compiler.
include(CheckLanguage)
set(ENV{PATH} "$ENV{PATH}:/usr/local/cuda/bin")
check_language(CUDA)
set(GRIDLOCK_CUDA FALSE)
if(CMAKE_CUDA_COMPILER)
  # On a newer GPU, the driver compiles the code for the last of these architectures when it loads
  # the code.
  set(CMAKE_CUDA_ARCHITECTURES 75 80 90)
  enable_language(CUDA)
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
    set(GRIDLOCK_CUDA TRUE)
    find_package(CUDAToolkit REQUIRED)
  endif()
endif()
if(NOT GRIDLOCK_CUDA)
  message(STATUS "No CUDA compiler of version 12 or later: ranks on GPUs report no digests")
endif()
