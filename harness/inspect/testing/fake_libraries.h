// Fake libraries with the file names of CUDA's driver, torch and Python. Threads of a test wait in
// them. Each answer ends one wait.
#pragma once

extern "C" {
void fake_driver_wait();
void fake_driver_answer();
void fake_torch_wait();
void fake_torch_answer();
void fake_torch_call(void (*function)());  // calls `function` as torch calls a hook of the program
void fake_python_wait();
void fake_python_answer();
void fake_python_call(void (*function)());
}
