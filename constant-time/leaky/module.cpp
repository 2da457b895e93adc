// The module of a suite that has no leaky.cpp of its own, with a leaking comparison of tags. LEAKY_MODULE is its
// source.

#include "equal.hpp"

// What a module includes of the standard library has members of the name.
#include <array>
#include <numeric>
#include <utility>

#define equal leaky_equal

#include LEAKY_MODULE
