#include "archive_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "checksum.h"

void builder_append(archive_builder *b, const void *data, size_t length)
{
    if (length > SIZE_MAX / 2 - b->length) {
        fputs("archive_builder: too large\n", stderr);
        exit(3);
    }
    if (b->length + length > b->capacity) {
        size_t capacity = (b->length + length) * 2;
        uint8_t *grown = realloc(b->data, capacity);
        if (grown == NULL) {
            fputs("archive_builder: out of memory\n", stderr);
            exit(3);
        }
        b->data = grown;
        b->capacity = capacity;
    }
    if (length > 0) {
        memcpy(b->data + b->length, data, length);
        b->length += length;
    }
}

void builder_start(archive_builder *b, uint32_t entry_count)
{
    uint8_t header[ARCHIVE_HEADER_SIZE] = {'P', 'A', 'R', 'C', 'E', 'L', '\r', '\n'};
    *b = (archive_builder){0};
    bytes_put_u16(header + 8, 1);
    bytes_put_u32(header + 12, entry_count);
    builder_append(b, header, sizeof header);
}

void builder_seal(archive_builder *b, size_t offset)
{
    uint8_t *header = b->data + offset;
    bytes_put_u32(header + 36, checksum_update(0, header, 36));
}

void builder_add(archive_builder *b, const builder_entry *entry)
{
    uint8_t header[ENTRY_HEADER_SIZE] = {'P', 'E', 'N', 'T'};
    size_t start = b->length;
    size_t size = entry->text == NULL ? 0 : strlen(entry->text);
    header[4] = (uint8_t)entry->kind;
    bytes_put_u16(header + 6, (uint16_t)strlen(entry->name));
    bytes_put_u32(header + 8, entry->mode);
    bytes_put_u32(header + 12, checksum_update(0, (const uint8_t *)entry->text, size));
    bytes_put_u64(header + 16, size);
    bytes_put_u64(header + 24, entry->mtime);
    builder_append(b, header, sizeof header);
    builder_seal(b, start);
    builder_append(b, entry->name, strlen(entry->name));
    builder_append(b, entry->text, size);
}

void builder_release(archive_builder *b)
{
    free(b->data);
    *b = (archive_builder){0};
}
