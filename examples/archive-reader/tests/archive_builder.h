#ifndef PARCEL_ARCHIVE_BUILDER_H
#define PARCEL_ARCHIVE_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "header.h"

/* Puts an archive together in memory. Ends the program when memory runs out:
 * only tests use it. */
typedef struct {
    uint8_t *data;
    size_t length;
    size_t capacity;
} archive_builder;

typedef struct {
    entry_kind kind;
    const char *name;
    uint32_t mode;
    uint64_t mtime;
    const char *text;
} builder_entry;

void builder_start(archive_builder *b, uint32_t entry_count);
void builder_append(archive_builder *b, const void *data, size_t length);
void builder_add(archive_builder *b, const builder_entry *entry);
/* Writes the header checksum of the entry at offset anew. */
void builder_seal(archive_builder *b, size_t offset);
void builder_release(archive_builder *b);

#endif
