// The module of a suite that has no leaky.cpp of its own, with a leaking comparison of tags.

// These headers come before the macro below, so that it does not change names in them.
#include <algorithm>
#include <array>
#include <compare>

#include "equal.hpp"

#define equal leaky_equal

#include SUITE_MODULE
