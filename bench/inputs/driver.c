/* Runs cases that come on the standard input: for each its length and bytes. Answers with the number of edges that were new and, 16 bits higher, of edges taken a new number of times. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int TARGET(const uint8_t *s, size_t n);

static uint8_t seen[1 << 16], counts[1 << 16];
static uint32_t edges, fresh, news;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  if (start == stop || *start) return;
  for (; start < stop; start++) *start = ++edges;
}

/* How often an edge is taken counts as AFL counts it: in powers of two. */
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  if (counts[*guard] == 255) return;
  uint8_t count = ++counts[*guard], bucket = 1;
  while (count > 1) count >>= 1, bucket <<= 1;
  if (seen[*guard] & bucket) return;
  if (seen[*guard] == 0) fresh++;
  seen[*guard] |= bucket;
  news++;
}

int main(void) {
  uint32_t length;
  while (fread(&length, sizeof length, 1, stdin) == 1) {
    uint8_t *bytes = malloc(length ? length : 1);
    if (bytes == NULL || fread(bytes, 1, length, stdin) != length) return 1;
    fresh = news = 0;
    memset(counts, 0, sizeof counts[0] * (edges + 1));
    TARGET(bytes, length);
    free(bytes);
    uint32_t answer = fresh | news << 16;
    fwrite(&answer, sizeof answer, 1, stdout);
    fflush(stdout);
  }
  return 0;
}
