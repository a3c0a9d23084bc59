#ifndef U128_H
#define U128_H
#include <stdbool.h>
#include <stdint.h>

/* The lowest word first. */
typedef struct u128 {
  uint32_t w[4];
} u128;

bool u128_add(u128 *to, const u128 *n);
bool u128_sub(u128 *from, const u128 *n);
u128 u128_shl(u128 n, unsigned places);
uint32_t u128_div_small(u128 *n, uint32_t by);

#endif
