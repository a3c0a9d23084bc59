#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static ssize_t read_fd(void *context, uint8_t *out, size_t capacity)
{
    const int *fd = context;
    ssize_t n;
    do {
        n = read(*fd, out, capacity);
    } while (n < 0 && errno == EINTR);
    return n;
}

static ssize_t read_memory(void *context, uint8_t *out, size_t capacity)
{
    memory_source *memory = context;
    size_t n = MIN(capacity, memory->length - memory->position);
    if (n > 0) {
        memcpy(out, memory->data + memory->position, n);
        memory->position += n;
    }
    return (ssize_t)n;
}

reader_source reader_source_from_fd(int *fd)
{
    return (reader_source){.read = read_fd, .context = fd};
}

reader_source reader_source_from_memory(memory_source *memory)
{
    return (reader_source){.read = read_memory, .context = memory};
}

parcel_status reader_init(reader *r, reader_source source, size_t capacity)
{
    uint8_t *buffer = malloc(capacity);
    if (buffer == NULL) {
        return PARCEL_ERR_MEMORY;
    }
    *r = (reader){.source = source, .buffer = buffer, .capacity = capacity};
    return PARCEL_OK;
}

void reader_release(reader *r)
{
    free(r->buffer);
    *r = (reader){0};
}

/* Refills an empty buffer. At the end of the source it stays empty. */
static parcel_status refill(reader *r)
{
    ssize_t n = r->source.read(r->source.context, r->buffer, r->capacity);
    if (n < 0 || (size_t)n > r->capacity) {
        return PARCEL_ERR_IO;
    }
    r->start = 0;
    r->end = (size_t)n;
    return PARCEL_OK;
}

parcel_status reader_read_some(reader *r, uint8_t *out, size_t capacity, size_t *got)
{
    *got = 0;
    if (capacity == 0) {
        return PARCEL_OK;
    }
    if (r->start == r->end) {
        PARCEL_TRY(refill(r));
    }
    size_t n = MIN(capacity, r->end - r->start);
    if (n > 0) {
        memcpy(out, r->buffer + r->start, n);
        r->start += n;
    }
    *got = n;
    return PARCEL_OK;
}

parcel_status reader_read_exact(reader *r, void *out, size_t length)
{
    uint8_t *cursor = out;
    while (length > 0) {
        size_t got = 0;
        PARCEL_TRY(reader_read_some(r, cursor, length, &got));
        if (got == 0) {
            return PARCEL_ERR_TRUNCATED;
        }
        cursor += got;
        length -= got;
    }
    return PARCEL_OK;
}

parcel_status reader_skip(reader *r, uint64_t length)
{
    while (length > 0) {
        if (r->start == r->end) {
            PARCEL_TRY(refill(r));
            if (r->start == r->end) {
                return PARCEL_ERR_TRUNCATED;
            }
        }
        size_t available = r->end - r->start;
        size_t step = length < available ? (size_t)length : available;
        r->start += step;
        length -= step;
    }
    return PARCEL_OK;
}
