#ifndef ENCODE_H
#define ENCODE_H

#include <stddef.h>
#include <stdint.h>

enum decode_status {
  DECODE_OK = 0,
  DECODE_BAD_LENGTH = -1,
  DECODE_BAD_CHARACTER = -2,
  DECODE_NO_SPACE = -3,
};

int hex_encode(const uint8_t *src, size_t len, char *dst, size_t cap);
enum decode_status hex_decode(const char *text, uint8_t *dst, size_t cap, size_t *written);
int base64_encode(const uint8_t *src, size_t len, char *dst, size_t cap);
enum decode_status base64_decode(const char *text, uint8_t *dst, size_t cap, size_t *written);
char *base32_encode(const uint8_t *src, size_t len);
size_t percent_decode(char *text, size_t len);

#endif
