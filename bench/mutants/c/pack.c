/* Parts of compressors. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Pairs of a count and a byte. Returns the bytes written, -1 when they do not fit. */
long rle_encode(const uint8_t *src, size_t len, uint8_t *dst, size_t cap)
{
	size_t to = 0, i = 0;
	while (i < len) {
		uint8_t run = 1;
		while (run < 255 && i + run < len && src[i + run] == src[i])
			run++;
		if (to + 2 > cap)
			return -1;
		dst[to++] = run;
		dst[to++] = src[i];
		i += run;
	}
	return (long)to;
}

/* -1 for half a pair or a count of 0, -2 for too little room; else the bytes written. */
long rle_decode(const uint8_t *src, size_t len, uint8_t *dst, size_t cap)
{
	size_t to = 0;
	if (len % 2 != 0)
		return -1;
	for (size_t i = 0; i < len; i += 2) {
		if (src[i] == 0)
			return -1;
		if (cap - to < src[i])
			return -2;
		memset(dst + to, src[i + 1], src[i]);
		to += src[i];
	}
	return (long)to;
}

/*
 * Canonical codes for lengths of 0 (none) to 15 bits: short ones first, then by symbol.
 * 0; -1 for a length above 15 or one too many codes.
 */
int assign_codes(const uint8_t *lengths, size_t n, uint16_t *codes)
{
	uint32_t count[16] = { 0 }, next[16], code = 0;
	for (size_t i = 0; i < n; i++) {
		if (lengths[i] > 15)
			return -1;
		count[lengths[i]]++;
	}
	count[0] = 0;
	for (int bits = 1; bits <= 15; bits++) {
		code = (code + count[bits - 1]) << 1;
		next[bits] = code;
		if (code + count[bits] > 1u << bits)
			return -1;
	}
	for (size_t i = 0; i < n; i++)
		codes[i] = lengths[i] == 0 ? 0 : (uint16_t)next[lengths[i]]++;
	return 0;
}

void mtf_encode(uint8_t *data, size_t len)
{
	uint8_t order[256];
	for (int i = 0; i < 256; i++)
		order[i] = (uint8_t)i;
	for (size_t i = 0; i < len; i++) {
		uint8_t byte = data[i];
		int at = 0;
		while (order[at] != byte)
			at++;
		memmove(order + 1, order, (size_t)at);
		order[0] = byte;
		data[i] = (uint8_t)at;
	}
}

/* Reads bits, the highest of each byte first. */
typedef struct {
	uint32_t held; /* the lowest `count` bits */
	uint8_t count;
} bit_reader;

/* Takes `want` (at most 16) bits; -1 while there are too few, which takes the byte in. */
int32_t bits_take(bit_reader *r, uint8_t byte, uint8_t want)
{
	uint32_t out;
	if (want > 16 || r->count > 24)
		return -2;
	if (r->count < want) {
		r->held = r->held << 8 | byte;
		r->count = (uint8_t)(r->count + 8);
	}
	if (r->count < want)
		return -1;
	r->count = (uint8_t)(r->count - want);
	out = r->held >> r->count & ((1u << want) - 1);
	return (int32_t)out;
}
