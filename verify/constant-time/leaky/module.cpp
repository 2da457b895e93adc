// The module of a suite that has no leaky.cpp of its own, with a leaking comparison of tags.

// The libraries keep their own names.
#include <algorithm>
#include <array>
#include <compare>

#include "equal.hpp"

#define equal leaky_equal

#include SUITE_MODULE
