// The module of a suite that has no leaky.cpp of its own, with a leaking comparison of tags. LEAKY_MODULE is its
// source.

// Its own equal stays what it is.
#include <array>
#include <compare>

#include "equal.hpp"

#define equal leaky_equal

#include LEAKY_MODULE
