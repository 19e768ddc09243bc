// What threads of a test wait in as in CUDA's driver, torch and Python: libraries with the same
// file names. Each waits until the next answer.
#pragma once

extern "C" {
void fake_driver_wait();
void fake_driver_answer();
void fake_torch_wait();
void fake_torch_answer();
void fake_torch_call(void (*function)());  // as a hook of the program is called
void fake_python_wait();
void fake_python_answer();
void fake_python_call(void (*function)());
}
