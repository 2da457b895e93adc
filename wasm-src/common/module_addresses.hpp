// Where the state and the window of a suite's module are, and how long. module_aead.hpp says what must be defined
// before.
#pragma once

extern "C" {

// Addresses and lengths, in bytes. State and window are one stretch, the state first.
std::uint8_t* state_address() { return reinterpret_cast<std::uint8_t*>(&memory.aead); }
std::uint8_t* window_address() { return memory.window; }
std::size_t piece_limit() { return piece_length; }
std::size_t aead_state_length() { return sizeof(Aead); }
}
