#ifndef PARCEL_ARCHIVE_H
#define PARCEL_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

#include "header.h"
#include "reader.h"
#include "status.h"

typedef struct archive archive;

typedef struct {
    entry_header header;
    /* Owned by the archive and valid until the next archive_next. */
    const char *name;
} archive_entry;

typedef parcel_status (*entry_visitor)(archive *a, const archive_entry *entry, void *context);

parcel_status archive_open(reader_source source, archive **out);
void archive_close(archive *a);

/* Moves to the next entry, past any data of the current one that nobody read.
 * PARCEL_END after the last. Names come back checked by path_is_safe. */
parcel_status archive_next(archive *a, archive_entry *out);

/* Reads data of the current entry; *got is 0 at its end. The call that delivers
 * the last byte compares the checksum. */
parcel_status archive_read(archive *a, uint8_t *out, size_t capacity, size_t *got);

/* Calls visit for every entry until one fails. */
parcel_status archive_for_each(archive *a, entry_visitor visit, void *context);

#endif
