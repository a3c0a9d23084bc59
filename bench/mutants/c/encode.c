#include "encode.h"

#include <stdlib.h>
#include <string.h>

static const char HEX[] = "0123456789abcdef";
static const char BASE64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* Writes two digits a byte, and no terminator. Returns how many, or -1 where they do not fit. */
int hex_encode(const uint8_t *src, size_t len, char *dst, size_t cap) {
  if (cap / 2 < len) return -1;
  for (size_t i = 0; i < len; i++) {
    dst[2 * i] = HEX[src[i] >> 4];
    dst[2 * i + 1] = HEX[src[i] & 0xf];
  }
  return (int)(2 * len);
}

/* Bytes before a bad pair are written. */
enum decode_status hex_decode(const char *text, uint8_t *dst, size_t cap, size_t *written) {
  size_t len = strlen(text);
  *written = 0;
  if (len % 2 != 0) return DECODE_BAD_LENGTH;
  if (len / 2 > cap) return DECODE_NO_SPACE;
  for (size_t i = 0; i < len; i += 2) {
    int high = hex_value(text[i]), low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) return DECODE_BAD_CHARACTER;
    dst[(*written)++] = (uint8_t)(high << 4 | low);
  }
  return DECODE_OK;
}

/* Padded. Returns how many characters were written, or -1 where they do not fit. */
int base64_encode(const uint8_t *src, size_t len, char *dst, size_t cap) {
  size_t need = (len + 2) / 3 * 4, at = 0;
  if (cap < need) return -1;
  for (size_t i = 0; i < len; i += 3) {
    uint32_t group = (uint32_t)src[i] << 16;
    if (i + 1 < len) group |= (uint32_t)src[i + 1] << 8;
    if (i + 2 < len) group |= src[i + 2];
    dst[at++] = BASE64[group >> 18];
    dst[at++] = BASE64[group >> 12 & 63];
    dst[at++] = i + 1 < len ? BASE64[group >> 6 & 63] : '=';
    dst[at++] = i + 2 < len ? BASE64[group & 63] : '=';
  }
  return (int)at;
}

static int base64_value(char c) {
  const char *found = c == '\0' ? NULL : strchr(BASE64, c);
  return found == NULL ? -1 : (int)(found - BASE64);
}

/* Without padding, or with all of it. */
enum decode_status base64_decode(const char *text, uint8_t *dst, size_t cap, size_t *written) {
  size_t len = strlen(text);
  uint32_t bits = 0;
  int held = 0;
  *written = 0;
  if (len % 4 == 0 && len > 0 && text[len - 1] == '=') {
    len--;
    if (text[len - 1] == '=') len--;
  }
  if (len % 4 == 1) return DECODE_BAD_LENGTH;
  for (size_t i = 0; i < len; i++) {
    int value = base64_value(text[i]);
    if (value < 0) return DECODE_BAD_CHARACTER;
    bits = bits << 6 | (uint32_t)value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      if (*written == cap) return DECODE_NO_SPACE;
      dst[(*written)++] = (uint8_t)(bits >> held);
    }
  }
  return DECODE_OK;
}

/* Padded, on the heap; NULL when that is full. */
char *base32_encode(const uint8_t *src, size_t len) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  char *text = malloc((len + 4) / 5 * 8 + 1), *p = text;
  unsigned held = 0;
  uint32_t bits = 0;
  if (text == NULL) return NULL;
  for (size_t i = 0; i < len; i++) {
    bits = bits << 8 | src[i];
    for (held += 8; held >= 5; held -= 5) *p++ = digits[bits >> (held - 5) & 31];
  }
  if (held > 0) *p++ = digits[bits << (5 - held) & 31];
  while ((p - text) % 8 != 0) *p++ = '=';
  *p = '\0';
  return text;
}

/* In place, `+` is a space; what is no sequence stays. Returns the new length. */
size_t percent_decode(char *text, size_t len) {
  size_t to = 0;
  for (size_t from = 0; from < len; from++) {
    char c = text[from];
    if (c == '+') {
      c = ' ';
    } else if (c == '%' && from + 2 < len) {
      int high = hex_value(text[from + 1]), low = hex_value(text[from + 2]);
      if (high >= 0 && low >= 0) {
        c = (char)(high << 4 | low);
        from += 2;
      }
    }
    text[to++] = c;
  }
  return to;
}
