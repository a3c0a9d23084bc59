#include "archive.h"

#include <stdlib.h>

#include "checksum.h"
#include "path.h"

#define READER_CAPACITY (64u * 1024u)

struct archive {
    reader reader;
    archive_header header;
    uint32_t entries_seen;
    uint64_t data_left;
    uint32_t data_crc;
    uint32_t running_crc;
    char name[ENTRY_NAME_MAX + 1];
};

parcel_status archive_open(reader_source source, archive **out)
{
    uint8_t bytes[ARCHIVE_HEADER_SIZE];
    parcel_status status;
    archive *a = calloc(1, sizeof *a);
    if (a == NULL) {
        return PARCEL_ERR_MEMORY;
    }
    status = reader_init(&a->reader, source, READER_CAPACITY);
    if (status != PARCEL_OK) {
        goto fail;
    }
    status = reader_read_exact(&a->reader, bytes, sizeof bytes);
    if (status != PARCEL_OK) {
        goto fail;
    }
    status = archive_header_parse(bytes, sizeof bytes, &a->header);
    if (status != PARCEL_OK) {
        goto fail;
    }
    *out = a;
    return PARCEL_OK;

fail:
    archive_close(a);
    return status;
}

void archive_close(archive *a)
{
    if (a == NULL) {
        return;
    }
    reader_release(&a->reader);
    free(a);
}

/* Reads length bytes of text to out and ends them with a NUL. */
static parcel_status read_text(reader *r, char *out, size_t length)
{
    PARCEL_TRY(reader_read_exact(r, out, length));
    out[length] = '\0';
    return PARCEL_OK;
}

parcel_status archive_next(archive *a, archive_entry *out)
{
    PARCEL_TRY(reader_skip(&a->reader, a->data_left));
    a->data_left = 0;
    if (a->entries_seen == a->header.entry_count) {
        return PARCEL_END;
    }

    uint8_t bytes[ENTRY_HEADER_SIZE];
    entry_header header;
    PARCEL_TRY(reader_read_exact(&a->reader, bytes, sizeof bytes));
    PARCEL_TRY(entry_header_parse(bytes, sizeof bytes, &header));
    PARCEL_TRY(read_text(&a->reader, a->name, header.name_length));
    if (!path_is_safe(a->name, header.name_length)) {
        return PARCEL_ERR_UNSAFE_PATH;
    }

    a->entries_seen++;
    a->data_left = header.size;
    a->data_crc = header.data_crc;
    a->running_crc = 0;
    out->header = header;
    out->name = a->name;
    return PARCEL_OK;
}

parcel_status archive_read(archive *a, uint8_t *out, size_t capacity, size_t *got)
{
    *got = 0;
    if (a->data_left == 0 || capacity == 0) {
        return PARCEL_OK;
    }
    size_t wanted = a->data_left < capacity ? (size_t)a->data_left : capacity;
    PARCEL_TRY(reader_read_some(&a->reader, out, wanted, got));
    if (*got == 0) {
        return PARCEL_ERR_TRUNCATED;
    }
    a->data_left -= *got;
    a->running_crc = checksum_update(a->running_crc, out, *got);
    if (a->data_left == 0 && a->running_crc != a->data_crc) {
        return PARCEL_ERR_CHECKSUM;
    }
    return PARCEL_OK;
}

parcel_status archive_for_each(archive *a, entry_visitor visit, void *context)
{
    archive_entry entry;
    parcel_status status;
    while ((status = archive_next(a, &entry)) == PARCEL_OK) {
        PARCEL_TRY(visit(a, &entry, context));
    }
    return status == PARCEL_END ? PARCEL_OK : status;
}
