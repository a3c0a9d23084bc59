#ifndef CUBBY_STORE_H
#define CUBBY_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "log.h"
#include "status.h"
#include "table.h"

/* Milliseconds since 1970. Tests put their own clock here. */
typedef uint64_t (*store_clock)(void *context);

typedef struct {
    const char *path;
    uint64_t seed;
    store_clock now;
    void *clock_context;
} store_options;

typedef struct {
    table table;
    record_log log;
    char *path;
    store_clock now;
    void *clock_context;
} store;

cubby_status store_open(store *s, const store_options *options);
/* Brings the log to the disk and releases everything. */
cubby_status store_close(store *s);

/* lifetime is in milliseconds; EXPIRES_NEVER keeps the key for ever. */
cubby_status store_set(store *s, slice key, slice value, uint64_t lifetime);
/* The value is valid until the store changes. */
cubby_status store_get(store *s, slice key, slice *value);
cubby_status store_delete(store *s, slice key);
cubby_status store_expire(store *s, slice key, uint64_t lifetime);
/* Milliseconds left, or EXPIRES_NEVER. */
cubby_status store_lifetime(store *s, slice key, uint64_t *left);
cubby_status store_each(store *s, table_visitor visit, void *context);
size_t store_count(store *s);

/* Writes the living entries to a new log and puts it in the old one's place. */
cubby_status store_compact(store *s);

#endif
