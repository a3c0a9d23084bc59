#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int lower(int c)
{
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Order of two texts, the case of ASCII letters ignored: negative, 0 or positive. */
int text_casecmp(const char *a, const char *b)
{
  while (*a != '\0' && lower((unsigned char)*a) == lower((unsigned char)*b)) {
    ++a;
    ++b;
  }
  return lower((unsigned char)*a) - lower((unsigned char)*b);
}

/* Where needle stands first, -1 for nowhere. */
long text_find(const char *haystack, const char *needle)
{
  size_t n = strlen(haystack), m = strlen(needle);
  for (size_t i = 0; i + m <= n; ++i) {
    if (memcmp(haystack + i, needle, m) == 0)
      return (long)i;
  }
  return -1;
}

/* As much as fits, always terminated when there is room at all. Returns the length of src. */
size_t text_copy(char *dst, const char *src, size_t cap)
{
  size_t len = strlen(src);
  if (cap > 0) {
    size_t n = len < cap ? len : cap - 1;
    memcpy(dst, src, n);
    dst[n] = '\0';
  }
  return len;
}

/* `*` is any number of bytes, `?` is one. */
bool text_glob(const char *pattern, const char *s)
{
  const char *star = NULL, *resume = NULL;
  while (*s != '\0') {
    if (*pattern == '*') {
      star = pattern++;
      resume = s;
    } else if (*pattern == '?' || *pattern == *s) {
      ++pattern;
      ++s;
    } else if (star != NULL) {
      pattern = star + 1;
      s = ++resume;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    ++pattern;
  return *pattern == '\0';
}

/* On the heap; NULL for NULL. */
char *text_upper(const char *s)
{
  if (s == NULL)
    return NULL;
  size_t n = strlen(s);
  char *out = malloc(n + 1);
  if (out == NULL)
    return NULL;
  for (size_t i = 0; i <= n; ++i)
    out[i] = s[i] >= 'a' && s[i] <= 'z' ? (char)(s[i] - 'a' + 'A') : s[i];
  return out;
}

/* Each run of white space becomes one blank, in place. Returns the new length. */
size_t text_squeeze(char *s, size_t len)
{
  size_t to = 0;
  bool in_space = false;
  for (size_t i = 0; i < len; ++i) {
    if (is_space(s[i])) {
      if (!in_space)
        s[to++] = ' ';
      in_space = true;
    } else {
      s[to++] = s[i];
      in_space = false;
    }
  }
  return to;
}

/* Order in which `a9` comes before `a10`: -1, 0 or 1. */
int text_natural_cmp(const char *a, const char *b)
{
  for (;;) {
    if (is_digit(*a) && is_digit(*b)) {
      const char *from_a, *from_b;
      while (*a == '0')
        ++a;
      while (*b == '0')
        ++b;
      from_a = a;
      from_b = b;
      while (is_digit(*a))
        ++a;
      while (is_digit(*b))
        ++b;
      if (a - from_a != b - from_b)
        return a - from_a < b - from_b ? -1 : 1;
      int order = memcmp(from_a, from_b, (size_t)(a - from_a));
      if (order != 0)
        return order < 0 ? -1 : 1;
    } else {
      if (*a != *b)
        return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
      if (*a == '\0')
        return 0;
      ++a;
      ++b;
    }
  }
}

/* Edits that make b of a: insert, delete, replace. (size_t)-1 when memory is full. */
size_t text_distance(const char *a, const char *b)
{
  size_t m = strlen(b);
  size_t *row = malloc((m + 1) * sizeof *row);
  if (row == NULL)
    return (size_t)-1;
  for (size_t j = 0; j <= m; ++j)
    row[j] = j;
  for (size_t i = 1; *a != '\0'; ++a, ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= m; ++j) {
      size_t best = diagonal + (*a != b[j - 1]);
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  size_t result = row[m];
  free(row);
  return result;
}

/* A copy without white space at its ends. */
char *text_trim(const char *s)
{
  while (is_space(*s))
    ++s;
  size_t n = strlen(s);
  while (n > 0 && is_space(s[n - 1]))
    --n;
  char *out = malloc(n + 1);
  if (out == NULL)
    return NULL;
  memcpy(out, s, n);
  out[n] = '\0';
  return out;
}
