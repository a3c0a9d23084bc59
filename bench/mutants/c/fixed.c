/* Numbers with 16 bits behind the point, and small matrices of such. */
#include <stddef.h>
#include <stdint.h>

typedef int32_t fixed;

#define FIXED_ONE 65536
#define FIXED_MAX INT32_MAX
#define FIXED_MIN INT32_MIN

static fixed saturate(int64_t n)
{
	if (n > FIXED_MAX) return FIXED_MAX;
	if (n < FIXED_MIN) return FIXED_MIN;
	return (fixed)n;
}

/* Rounded half up. */
fixed fixed_mul(fixed a, fixed b)
{
	return saturate(((int64_t)a * b + FIXED_ONE / 2) >> 16);
}

/* The limit with the sign of a for a divisor of 0. */
fixed fixed_div(fixed a, fixed b)
{
	if (b == 0)
		return a < 0 ? FIXED_MIN : FIXED_MAX;
	return saturate((int64_t)a * FIXED_ONE / b);
}

fixed fixed_from_float(float f)
{
	if (!(f > -32768.0f)) return FIXED_MIN;
	if (f >= 32768.0f) return FIXED_MAX;
	return (fixed)(f * 65536.0f);
}

struct matrix { fixed m[3][3]; };

/* The product of two, with wrap-around of sums. */
void matrix_mul(const struct matrix *a, const struct matrix *b, struct matrix *out)
{
	for (int row = 0; row < 3; row++)
		for (int col = 0; col < 3; col++) {
			uint32_t sum = 0;
			for (int k = 0; k < 3; k++)
				sum += (uint32_t)fixed_mul(a->m[row][k], b->m[k][col]);
			out->m[row][col] = (fixed)sum;
		}
}

/* The mean of each element and its neighbours. */
void smooth(const int16_t *in, size_t n, int16_t *out)
{
	for (size_t i = 0; i < n; i++) {
		int32_t sum = in[i], count = 1;
		if (i > 0) { sum += in[i - 1]; count++; }
		if (i + 1 < n) { sum += in[i + 1]; count++; }
		out[i] = (int16_t)(sum / count);
	}
}
