#ifndef PARCEL_READER_H
#define PARCEL_READER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "status.h"

/* Where the bytes come from. read returns how many bytes it stored, 0 at the
 * end and -1 on failure, as read(2) does. */
typedef struct {
    ssize_t (*read)(void *context, uint8_t *out, size_t capacity);
    void *context;
} reader_source;

typedef struct {
    const uint8_t *data;
    size_t length;
    size_t position;
} memory_source;

/* Both contexts must outlive the reader. */
reader_source reader_source_from_fd(int *fd);
reader_source reader_source_from_memory(memory_source *memory);

typedef struct {
    reader_source source;
    uint8_t *buffer;
    size_t capacity;
    size_t start;
    size_t end;
} reader;

parcel_status reader_init(reader *r, reader_source source, size_t capacity);
void reader_release(reader *r);

/* Reads between 1 and capacity bytes; *got is 0 only at the end. */
parcel_status reader_read_some(reader *r, uint8_t *out, size_t capacity, size_t *got);
/* Reads length bytes or reports PARCEL_ERR_TRUNCATED. */
parcel_status reader_read_exact(reader *r, void *out, size_t length);
parcel_status reader_skip(reader *r, uint64_t length);

#endif
