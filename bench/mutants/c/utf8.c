#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum utf8_result {
	UTF8_TRUNCATED = -1,
	UTF8_MALFORMED = -2,
	UTF8_OVERLONG = -3,
	UTF8_RANGE = -4
};

#define IS_TAIL(b) (((b) & 0xc0) == 0x80)

static int sequence_length(uint8_t lead)
{
	if (lead < 0x80) return 1;
	if ((lead & 0xe0) == 0xc0) return 2;
	if ((lead & 0xf0) == 0xe0) return 3;
	if ((lead & 0xf8) == 0xf0) return 4;
	return 0;
}

/* Length of the sequence at the start of s, or a negative utf8_result. */
int utf8_decode(const uint8_t *s, size_t n, uint32_t *cp)
{
	static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
	static const uint8_t mask[5] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	int len, i;
	uint32_t c;

	if (n == 0)
		return UTF8_TRUNCATED;
	len = sequence_length(s[0]);
	if (len == 0)
		return UTF8_MALFORMED;
	c = s[0] & mask[len];
	for (i = 1; i < len; i++) {
		if ((size_t)i >= n)
			return UTF8_TRUNCATED;
		if (!IS_TAIL(s[i]))
			return UTF8_MALFORMED;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < least[len])
		return UTF8_OVERLONG;
	if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return UTF8_RANGE;
	*cp = c;
	return len;
}

/* Bytes written; 0 for what is no character. */
int utf8_encode(uint32_t cp, uint8_t out[4])
{
	if (cp < 0x80) {
		out[0] = (uint8_t)cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = (uint8_t)(0xc0 | cp >> 6);
		out[1] = (uint8_t)(0x80 | (cp & 0x3f));
		return 2;
	}
	if (cp < 0x10000) {
		if (cp >= 0xd800 && cp < 0xe000)
			return 0;
		out[0] = (uint8_t)(0xe0 | cp >> 12);
		out[1] = (uint8_t)(0x80 | (cp >> 6 & 0x3f));
		out[2] = (uint8_t)(0x80 | (cp & 0x3f));
		return 3;
	}
	if (cp <= 0x10ffff) {
		out[0] = (uint8_t)(0xf0 | cp >> 18);
		out[1] = (uint8_t)(0x80 | (cp >> 12 & 0x3f));
		out[2] = (uint8_t)(0x80 | (cp >> 6 & 0x3f));
		out[3] = (uint8_t)(0x80 | (cp & 0x3f));
		return 4;
	}
	return 0;
}

/* The longest beginning of at most max bytes that cuts no character. */
size_t utf8_truncate(const uint8_t *s, size_t n, size_t max)
{
	if (max >= n)
		return n;
	while (max > 0 && IS_TAIL(s[max]))
		max--;
	return max;
}

/* The character of a pair of surrogates; U+FFFD for any other pair. */
uint32_t utf16_join(uint16_t high, uint16_t low)
{
	if (high < 0xd800 || high > 0xdbff || low < 0xdc00 || low > 0xdfff)
		return 0xfffd;
	return 0x10000 + ((uint32_t)(high - 0xd800) << 10) + (uint32_t)(low - 0xdc00);
}

/* Latin-1 to UTF-8; writes as many whole characters as fit, and returns the bytes. */
size_t latin1_to_utf8(const uint8_t *src, size_t len, uint8_t *dst, size_t cap)
{
	size_t to = 0, i;

	for (i = 0; i < len; i++) {
		if (src[i] < 0x80) {
			if (to == cap)
				break;
			dst[to++] = src[i];
		} else {
			if (cap - to < 2)
				break;
			dst[to++] = (uint8_t)(0xc0 | src[i] >> 6);
			dst[to++] = (uint8_t)(0x80 | (src[i] & 0x3f));
		}
	}
	return to;
}
