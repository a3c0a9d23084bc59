#ifndef PARCEL_SIZE_H
#define PARCEL_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/* Parses a decimal number of bytes with an optional suffix k, m or g (powers of
 * 1024). Returns false for anything else and for numbers over 64 bits. */
bool size_parse(const char *text, uint64_t *out);

#endif
