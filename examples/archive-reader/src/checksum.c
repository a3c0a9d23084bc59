#include "checksum.h"

/* One table entry per half byte: 64 bytes of table are fast enough here, and
 * need no initialisation at run time. */
static const uint32_t nibble_table[16] = {
    0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u,
    0x4db26158u, 0x5005713cu, 0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu,
    0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu,
};

uint32_t checksum_update(uint32_t crc, const uint8_t *data, size_t length)
{
    crc = ~crc;
    for (size_t i = 0; i < length; i++) {
        crc = nibble_table[(crc ^ data[i]) & 0x0f] ^ (crc >> 4);
        crc = nibble_table[(crc ^ (uint32_t)(data[i] >> 4)) & 0x0f] ^ (crc >> 4);
    }
    return ~crc;
}
