#ifndef PARCEL_BYTES_H
#define PARCEL_BYTES_H

#include <stdint.h>

/* Little-endian integers. The caller vouches that enough bytes are there. */
uint16_t bytes_get_u16(const uint8_t *in);
uint32_t bytes_get_u32(const uint8_t *in);
uint64_t bytes_get_u64(const uint8_t *in);
void bytes_put_u16(uint8_t *out, uint16_t value);
void bytes_put_u32(uint8_t *out, uint32_t value);
void bytes_put_u64(uint8_t *out, uint64_t value);

#endif
