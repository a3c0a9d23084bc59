#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PARSE_EMPTY    1
#define PARSE_INVALID  2
#define PARSE_OVERFLOW 3

/* Decimal, with an optional sign. 0, or one of PARSE_*; *value is set on success only. */
int
parse_i32 (const char *text, int32_t *value)
{
  bool negative = false;
  int64_t n = 0;

  if (*text == '-' || *text == '+')
    negative = *text++ == '-';
  if (*text == '\0')
    return PARSE_EMPTY;
  for (; *text != '\0'; text++)
    {
      if (*text < '0' || *text > '9')
        return PARSE_INVALID;
      n = n * 10 + (*text - '0');
      if (n > (int64_t) INT32_MAX + negative)
        return PARSE_OVERFLOW;
    }
  *value = (int32_t) (negative ? -n : n);
  return 0;
}

/* A size such as `12`, `4k`, `2M` or `1G`. False for anything else, and above 64 bits. */
bool
parse_size (const char *text, uint64_t *size)
{
  uint64_t n = 0;
  unsigned shift = 0;

  if (*text < '0' || *text > '9')
    return false;
  while (*text >= '0' && *text <= '9')
    {
      unsigned digit = (unsigned) (*text++ - '0');
      if (n > (UINT64_MAX - digit) / 10)
        return false;
      n = n * 10 + digit;
    }
  switch (*text)
    {
    case '\0': break;
    case 'k': case 'K': shift = 10; text++; break;
    case 'm': case 'M': shift = 20; text++; break;
    case 'g': case 'G': shift = 30; text++; break;
    default: return false;
    }
  if (*text != '\0' || n > UINT64_MAX >> shift)
    return false;
  *size = n << shift;
  return true;
}

/* Digits and letters of a base from 2 to 36, terminated. NULL for another base. */
char *
format_base (int32_t value, unsigned base)
{
  char digits[34], *text;
  size_t at = sizeof digits;
  uint32_t rest = value < 0 ? 0u - (uint32_t) value : (uint32_t) value;

  if (base < 2 || base > 36)
    return NULL;
  digits[--at] = '\0';
  do
    {
      digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % base];
      rest /= base;
    }
  while (rest != 0);
  text = malloc (sizeof digits - at + 1);
  if (text == NULL)
    return NULL;
  text[0] = '-';
  strcpy (text + (value < 0), digits + at);
  return text;
}

/* With a comma before each group of three digits. */
/* 0 for what has anything but the seven letters in it. */
/* NULL outside of 1 to 3999. */
int32_t
add_saturating (int32_t a, int32_t b)
{
  int64_t sum = (int64_t) a + b;

  if (sum > INT32_MAX)
    return INT32_MAX;
  if (sum < INT32_MIN)
    return INT32_MIN;
  return (int32_t) sum;
}

/* base to the power of exponent; 0 for a modulus of 0. */
uint32_t
power_modulo (uint32_t base, uint32_t exponent, uint32_t modulus)
{
  uint64_t result = 1, square;

  if (modulus == 0)
    return 0;
  square = base % modulus;
  for (; exponent != 0; exponent >>= 1)
    {
      if (exponent & 1)
        result = result * square % modulus;
      square = square * square % modulus;
    }
  return (uint32_t) (result % modulus);
}

/* Four numbers of 0 to 255 with dots between, no digit too many. 0, or -1. */
int
parse_ipv4 (const char *text, uint8_t address[4])
{
  uint8_t parts[4];
  int i;

  for (i = 0; i < 4; i++)
    {
      unsigned n = 0, digits = 0;
      if (i > 0 && *text++ != '.')
        return -1;
      while (*text >= '0' && *text <= '9')
        {
          if (digits > 0 && n == 0)
            return -1;
          n = n * 10 + (unsigned) (*text++ - '0');
          if (n > 255)
            return -1;
          digits++;
        }
      if (digits == 0)
        return -1;
      parts[i] = (uint8_t) n;
    }
  if (*text != '\0')
    return -1;
  memcpy (address, parts, sizeof parts);
  return 0;
}

/* Rounded to the nearest, halves away from 0; b is not 0. */
int32_t
divide_rounded (int32_t a, int32_t b)
{
  int64_t n = a, d = b, half;

  if (b == 0)
    return 0;
  half = (d < 0 ? -d : d) / 2;
  n += n < 0 ? -half : half;
  return (int32_t) (n / d);
}

