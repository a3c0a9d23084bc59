/* Functions with branches that random inputs hardly reach, for `npm run bench:inputs`. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A request line: a method, a path, a version. */
int request(const uint8_t *s, size_t n) {
  static const char *const methods[] = {"GET", "POST", "DELETE", "OPTIONS"};
  size_t at = 0, m;
  for (m = 0; m < 4; m++) {
    size_t length = strlen(methods[m]);
    if (n > length && memcmp(s, methods[m], length) == 0 && s[length] == ' ') break;
  }
  if (m == 4) return -1;
  at = strlen(methods[m]) + 1;
  if (at >= n || (s[at] != '/' && s[at] != '*')) return -2;
  if (s[at] == '*' && m != 3) return -3;
  while (at < n && s[at] != ' ') {
    if (s[at] == '%') {
      if (at + 2 >= n) return -4;
      at += 2;
    }
    at++;
  }
  if (at >= n) return -5;
  at++;
  if (n - at < 8 || memcmp(s + at, "HTTP/", 5) != 0) return -6;
  if (s[at + 5] == '2') return 20;
  if (s[at + 5] != '1' || s[at + 6] != '.') return -7;
  return s[at + 7] == '0' ? 10 : s[at + 7] == '1' ? 11 : -8;
}

/* A machine of eight states that has to be led through all of them. */
int machine(const uint8_t *s, size_t n) {
  int state = 0, turns = 0;
  for (size_t i = 0; i < n; i++) {
    switch (state) {
      case 0: state = s[i] == 'M' ? 1 : 0; break;
      case 1: state = s[i] == 0x81 ? 2 : s[i] == 'M' ? 1 : 0; break;
      case 2: state = s[i] >= 0x30 && s[i] <= 0x39 ? 3 : 0; break;
      case 3: state = s[i] == '-' ? 4 : s[i] == '+' ? 5 : 0; break;
      case 4: state = s[i] == 0xfe ? 6 : 3; break;
      case 5: state = s[i] == 0x07 ? 6 : 0; break;
      case 6:
        turns++;
        state = s[i] == 'Q' ? 7 : 3;
        break;
      default: return turns > 2 ? 99 : turns;
    }
  }
  return -state;
}

/* A block: a magic number, a length, bytes, and a checksum of them. */
int block(const uint8_t *s, size_t n) {
  if (n < 6) return -1;
  if (s[0] != 0xca || s[1] != 0xfe) return -2;
  size_t length = (size_t)s[2] << 8 | s[3];
  if (length + 5 > n) return -3;
  uint8_t sum = 0;
  for (size_t i = 0; i < length; i++) sum = (uint8_t)(sum * 31 + s[4 + i]);
  if (sum != s[4 + length]) return -4;
  if (length == 0) return 1;
  if (length + 5 < n) return 2;
  return s[4] == 0x7f ? 4 : 3;
}

/* 2024-02-29 and its like. */
int date(const uint8_t *s, size_t n) {
  static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (n != 10) return -1;
  for (int i = 0; i < 10; i++) {
    if (i == 4 || i == 7) {
      if (s[i] != '-') return -2;
    } else if (s[i] < '0' || s[i] > '9')
      return -3;
  }
  int y = (s[0] - '0') * 1000 + (s[1] - '0') * 100 + (s[2] - '0') * 10 + s[3] - '0';
  int m = (s[5] - '0') * 10 + s[6] - '0', d = (s[8] - '0') * 10 + s[9] - '0';
  if (m < 1 || m > 12) return -4;
  if (d < 1) return -5;
  if (m == 2 && d == 29) {
    if (y % 4 != 0) return -6;
    if (y % 100 == 0 && y % 400 != 0) return -7;
    return y % 400 == 0 ? 2 : 1;
  }
  if (d > days[m - 1]) return -8;
  return y < 1970 ? 3 : 0;
}

/* Seven bits a byte, at most ten bytes. */
int varint(const uint8_t *s, size_t n) {
  uint64_t value = 0;
  for (size_t i = 0; i < n; i++) {
    if (i == 9 && s[i] > 1) return -2;
    value |= (uint64_t)(s[i] & 0x7f) << (7 * i);
    if ((s[i] & 0x80) == 0) {
      if (i > 0 && s[i] == 0) return -3;
      if (value == 300) return 1;
      if (value == 0xdeadbeef) return 2;
      if (value > 0x7fffffffffffffffu) return 3;
      return 0;
    }
    if (i == 9) return -4;
  }
  return -1;
}

/* A number as in JSON, and what it is not. */
int number(const uint8_t *s, size_t n) {
  size_t i = 0;
  int digits = 0, kind = 0;
  if (i < n && s[i] == '-') i++, kind |= 1;
  if (n - i >= 8 && memcmp(s + i, "Infinity", 8) == 0) return i + 8 == n ? 100 : -9;
  if (i < n && s[i] == '0' && i + 1 < n && s[i + 1] >= '0' && s[i + 1] <= '9') return -1;
  while (i < n && s[i] >= '0' && s[i] <= '9') i++, digits++;
  if (digits == 0) return -2;
  if (i < n && s[i] == '.') {
    size_t from = ++i;
    while (i < n && s[i] >= '0' && s[i] <= '9') i++;
    if (i == from) return -3;
    kind |= 2;
  }
  if (i < n && (s[i] == 'e' || s[i] == 'E')) {
    int size = 0;
    i++;
    if (i < n && (s[i] == '+' || s[i] == '-')) kind |= s[i] == '-' ? 8 : 4, i++;
    size_t from = i;
    while (i < n && s[i] >= '0' && s[i] <= '9') size = size * 10 + s[i++] - '0', size %= 100000;
    if (i == from) return -4;
    if (size > 308) return kind & 8 ? -5 : -6;
    kind |= 16;
  }
  return i == n ? kind : -7;
}

/* UTF-8, strictly. */
int utf8(const uint8_t *s, size_t n) {
  int kinds = 0;
  for (size_t i = 0; i < n;) {
    uint32_t c = s[i];
    if (c < 0x80) { i++; continue; }
    if (c < 0xc2) return -1;
    size_t more = c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : 0;
    if (more == 0) return -2;
    if (n - i <= more) return -3;
    c &= 0x3f >> more;
    for (size_t k = 1; k <= more; k++) {
      if ((s[i + k] & 0xc0) != 0x80) return -4;
      c = c << 6 | (s[i + k] & 0x3f);
    }
    if (more == 2 && c < 0x800) return -5;
    if (c >= 0xd800 && c < 0xe000) return -6;
    if (more == 3 && c < 0x10000) return -7;
    if (c > 0x10ffff) return -8;
    if (c == 0xfeff) kinds |= 8;
    kinds |= (int)more;
    i += more + 1;
  }
  return kinds;
}

/* Brackets that match, to a depth. */
int brackets(const uint8_t *s, size_t n) {
  uint8_t stack[16];
  int depth = 0, deepest = 0;
  for (size_t i = 0; i < n; i++) {
    switch (s[i]) {
      case '(': case '[': case '{':
        if (depth == 16) return -1;
        stack[depth++] = s[i];
        if (depth > deepest) deepest = depth;
        break;
      case ')': if (depth == 0 || stack[--depth] != '(') return -2; break;
      case ']': if (depth == 0 || stack[--depth] != '[') return -3; break;
      case '}': if (depth == 0 || stack[--depth] != '{') return -4; break;
      case '\\': if (++i == n) return -5; break;
    }
  }
  if (depth != 0) return -6;
  return deepest > 8 ? 3 : deepest > 3 ? 2 : deepest > 0;
}

/* Sides of a triangle in three integers of 32 bits. */
int triangle(const uint8_t *s, size_t n) {
  int32_t v[3];
  if (n != sizeof v) return -9;
  memcpy(v, s, sizeof v);
  int64_t a = v[0], b = v[1], c = v[2];
  if (a <= 0 || b <= 0 || c <= 0) return -1;
  if (a + b <= c || a + c <= b || b + c <= a) return a + b == c ? -3 : -2;
  if (a == b && b == c) return a == 0x7fffffff ? 4 : 3;
  if (a == b || b == c || a == c) return 2;
  if (a * a + b * b == c * c) return 5;
  return 1;
}

/* A sorted list with a repeated element, searched. */
int sorted(const uint8_t *s, size_t n) {
  int repeated = 0;
  if (n < 3) return -1;
  for (size_t i = 1; i < n - 1; i++) {
    if (s[i] < s[i - 1]) return -2;
    repeated += s[i] == s[i - 1];
  }
  size_t low = 0, high = n - 1;
  uint8_t wanted = s[n - 1];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (s[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  if (low == n - 1) return 2;
  if (s[low] != wanted) return 3;
  return repeated > 4 ? 5 : 4;
}
