#include "u128.h"

/* Returns the carry. */
bool u128_add(u128 *to, const u128 *n) {
  uint64_t carry = 0;
  for (int i = 0; i < 4; ++i) {
    carry += (uint64_t)to->w[i] + n->w[i];
    to->w[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return carry != 0;
}

/* Returns the borrow. */
bool u128_sub(u128 *from, const u128 *n) {
  uint32_t borrow = 0;
  for (int i = 0; i < 4; ++i) {
    uint64_t less = (uint64_t)n->w[i] + borrow;
    borrow = from->w[i] < less;
    from->w[i] -= (uint32_t)less;
  }
  return borrow != 0;
}

u128 u128_shl(u128 n, unsigned places) {
  u128 out = {{0, 0, 0, 0}};
  unsigned words = places / 32, bits = places % 32;
  if (places >= 128) return out;
  for (unsigned i = words; i < 4; ++i) {
    out.w[i] = n.w[i - words] << bits;
    if (bits != 0 && i > words) out.w[i] |= n.w[i - words - 1] >> (32 - bits);
  }
  return out;
}

/* Returns the remainder; nothing happens for a divisor of 0. */
uint32_t u128_div_small(u128 *n, uint32_t by) {
  uint64_t rest = 0;
  if (by == 0) return 0;
  for (int i = 3; i >= 0; --i) {
    rest = rest << 32 | n->w[i];
    n->w[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  return (uint32_t)rest;
}
