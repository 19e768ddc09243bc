// What threads of a test wait in as in CUDA's driver and in torch: libraries with the same file
// names. Each waits until the next answer.
#pragma once

extern "C" {
void fake_driver_wait();
void fake_driver_answer();
void fake_torch_wait();
void fake_torch_answer();
}
