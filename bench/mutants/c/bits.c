/* Bit tricks on words. */
#include <stdbool.h>
#include <stdint.h>

uint32_t bits_gray_decode(uint32_t gray)
{
    uint32_t value = gray;
    while (gray >>= 1)
        value ^= gray;
    return value;
}

static uint32_t spread(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    x = (x | x << 1) & 0x55555555;
    return x;
}

/* Morton order: the bits of x at even places, those of y at odd ones. */
uint32_t bits_interleave(uint16_t x, uint16_t y)
{
    return spread(x) | spread(y) << 1;
}

/* The low bits of a word as a signed number; a width of 0 or above 32 is taken as 32. */
int32_t bits_sign_extend(uint32_t value, unsigned width)
{
    uint32_t sign;

    if (width == 0 || width >= 32)
        return (int32_t)value;
    sign = 1u << (width - 1);
    value &= (1u << width) - 1;
    return (int32_t)((value ^ sign) - sign);
}

/* Place of the highest bit that is set, -1 for none. */
int bits_highest(uint64_t x)
{
    int at = -1;
    while (x != 0) {
        x >>= 1;
        at++;
    }
    return at;
}
