#include "bytes.h"

#include <stdlib.h>
#include <string.h>

bool slice_equal(slice a, slice b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool slice_has_prefix(slice text, slice prefix)
{
    return text.length >= prefix.length &&
           (prefix.length == 0 || memcmp(text.data, prefix.data, prefix.length) == 0);
}

slice slice_from_text(const char *text)
{
    return (slice){.data = (const uint8_t *)text, .length = strlen(text)};
}

bool buffer_reserve(buffer *b, size_t extra)
{
    if (extra <= b->capacity - b->length) {
        return true;
    }
    if (extra > SIZE_MAX - b->length) {
        return false;
    }
    size_t needed = b->length + extra;
    size_t capacity = b->capacity == 0 ? 64 : b->capacity;
    while (capacity < needed) {
        if (capacity > SIZE_MAX / 2) {
            capacity = needed;
            break;
        }
        capacity *= 2;
    }
    uint8_t *grown = realloc(b->data, capacity);
    if (grown == NULL) {
        return false;
    }
    b->data = grown;
    b->capacity = capacity;
    return true;
}

bool buffer_append(buffer *b, const void *data, size_t length)
{
    if (!buffer_reserve(b, length)) {
        return false;
    }
    if (length > 0) {
        memcpy(b->data + b->length, data, length);
        b->length += length;
    }
    return true;
}

void buffer_release(buffer *b)
{
    free(b->data);
    *b = (buffer){0};
}

slice buffer_slice(const buffer *b)
{
    return (slice){.data = b->data, .length = b->length};
}

void bytes_put(uint8_t *out, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        out[i] = (uint8_t)(value >> (8 * i));
    }
}

uint64_t bytes_get(const uint8_t *in, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++) {
        value |= (uint64_t)in[i] << (8 * i);
    }
    return value;
}
