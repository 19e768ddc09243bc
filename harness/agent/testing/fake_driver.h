// What threads of a test wait in as in CUDA's driver: a library with the same file name.
#pragma once

extern "C" {
void fake_driver_wait();  // until the next fake_driver_answer()
void fake_driver_answer();
}
