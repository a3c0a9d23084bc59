#ifndef CUBBY_BYTES_H
#define CUBBY_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that somebody else owns; they may contain NUL. */
typedef struct {
    const uint8_t *data;
    size_t length;
} slice;

bool slice_equal(slice a, slice b);
bool slice_has_prefix(slice text, slice prefix);
slice slice_from_text(const char *text);

/* A byte array that grows. A zeroed buffer is empty and valid. */
typedef struct {
    uint8_t *data;
    size_t length;
    size_t capacity;
} buffer;

/* Both return false, and change nothing, when memory runs out. */
bool buffer_reserve(buffer *b, size_t extra);
bool buffer_append(buffer *b, const void *data, size_t length);
void buffer_release(buffer *b);
slice buffer_slice(const buffer *b);

/* Little-endian integers of width bytes, at most 8. */
void bytes_put(uint8_t *out, uint64_t value, unsigned width);
uint64_t bytes_get(const uint8_t *in, unsigned width);

#endif
