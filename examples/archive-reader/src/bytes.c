#include "bytes.h"

uint16_t bytes_get_u16(const uint8_t *in)
{
    return (uint16_t)(in[0] | (uint16_t)(in[1] << 8));
}

uint32_t bytes_get_u32(const uint8_t *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

uint64_t bytes_get_u64(const uint8_t *in)
{
    return (uint64_t)bytes_get_u32(in) | (uint64_t)bytes_get_u32(in + 4) << 32;
}

void bytes_put_u16(uint8_t *out, uint16_t value)
{
    out[0] = (uint8_t)(value & 0xff);
    out[1] = (uint8_t)(value >> 8);
}

void bytes_put_u32(uint8_t *out, uint32_t value)
{
    bytes_put_u16(out, (uint16_t)(value & 0xffff));
    bytes_put_u16(out + 2, (uint16_t)(value >> 16));
}

void bytes_put_u64(uint8_t *out, uint64_t value)
{
    bytes_put_u32(out, (uint32_t)(value & 0xffffffffu));
    bytes_put_u32(out + 4, (uint32_t)(value >> 32));
}
