/*
 * Numbers of few bytes: groups of seven bits, the lowest first,
 * the top bit set on all but the last one.
 */
#include <stddef.h>
#include <stdint.h>

#define VARINT_MAX 10

int32_t
zigzag_decode(uint32_t z)
{
	return (int32_t)((z >> 1) ^ (0u - (z & 1)));
}

size_t
varint_write(uint64_t value, uint8_t out[VARINT_MAX])
{
	size_t n = 0;

	while (value >= 0x80) {
		out[n++] = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	out[n++] = (uint8_t)value;
	return n;
}

/* Bytes used; 0 when the buffer ends too early, -1 for what no 64 bits hold. */
int
varint_read(const uint8_t *buf, size_t len, uint64_t *value)
{
	uint64_t v = 0;
	unsigned shift = 0;
	size_t i;

	for (i = 0; i < len && i < VARINT_MAX; i++) {
		if (shift == 63 && buf[i] > 1)
			return -1;
		v |= (uint64_t)(buf[i] & 0x7f) << shift;
		if (!(buf[i] & 0x80)) {
			*value = v;
			return (int)(i + 1);
		}
		shift += 7;
	}
	return 0;
}

/* Adds up a run of differences, in place. */
void
delta_encode(int32_t *values, size_t n)
{
	uint32_t last = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		uint32_t now = (uint32_t)values[i];
		values[i] = (int32_t)(now - last);
		last = now;
	}
}

void
write_le32(uint32_t value, uint8_t out[4])
{
	int i;

	for (i = 0; i < 4; i++)
		out[i] = (uint8_t)(value >> (8 * i));
}
