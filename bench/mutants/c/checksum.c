// Checksums and hashes over bytes.
#include <stddef.h>
#include <stdint.h>

/* One entry for each half of a byte; polynomial edb88320. */
static const uint32_t crc_nibble[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t crc32_update(uint32_t crc, const uint8_t *data, size_t len) {
  crc = ~crc;
  for (size_t i = 0; i < len; i++) {
    crc = crc_nibble[(crc ^ data[i]) & 15] ^ crc >> 4;
    crc = crc_nibble[(crc ^ data[i] >> 4) & 15] ^ crc >> 4;
  }
  return ~crc;
}

uint16_t crc16_ccitt(const uint8_t *data, size_t len) {
  uint16_t crc = 0xffff;
  while (len--) {
    crc ^= (uint16_t)(*data++ << 8);
    for (int bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? (uint16_t)(crc << 1 ^ 0x1021) : (uint16_t)(crc << 1);
  }
  return crc;
}

#define ADLER_BASE 65521u

uint32_t adler32(const uint8_t *data, size_t len) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < len; i++) {
    a = (a + data[i]) % ADLER_BASE;
    b = (b + a) % ADLER_BASE;
  }
  return b << 16 | a;
}

static uint32_t fold(uint32_t sum) { return (sum & 0xffff) + (sum >> 16); }

/* Of the Internet: one's complement of the sum of big-endian words, an odd byte padded with 0. */
uint16_t inet_checksum(const uint8_t *data, size_t len) {
  uint32_t sum = 0;
  size_t i;
  for (i = 0; i + 1 < len; i += 2)
    sum = fold(sum + ((uint32_t)data[i] << 8 | data[i + 1]));
  if (i < len)
    sum = fold(sum + ((uint32_t)data[i] << 8));
  return (uint16_t)~sum;
}

/* Takes characters with the sign that char has here. */
uint32_t djb_hash(const char *text) {
  uint32_t hash = 5381;
  for (; *text; text++)
    hash = hash * 33 + (uint32_t)(int)*text;
  return hash;
}

/* 1 when the last digit fits the others, as on bank cards; 0 for anything but digits. */
int luhn_valid(const char *digits) {
  int sum = 0, twice = 0;
  size_t n = 0;
  while (digits[n])
    n++;
  if (n < 2)
    return 0;
  while (n-- > 0) {
    int d = digits[n] - '0';
    if (d < 0 || d > 9)
      return 0;
    if (twice) {
      d *= 2;
      if (d > 9)
        d -= 9;
    }
    sum += d;
    twice = !twice;
  }
  return sum % 10 == 0;
}
