#ifndef CUBBY_TABLE_H
#define CUBBY_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "status.h"

/* An expiry time that never comes. */
#define EXPIRES_NEVER UINT64_MAX

typedef struct table_entry {
    struct table_entry *next;
    uint64_t hash;
    uint64_t expires_at;
    size_t key_length;
    size_t value_length;
    /* The key, then the value. */
    uint8_t bytes[];
} table_entry;

/* A hash table with chains. It owns its entries. */
typedef struct {
    table_entry **buckets;
    size_t bucket_count;
    size_t entry_count;
    uint64_t seed;
} table;

typedef cubby_status (*table_visitor)(const table_entry *entry, void *context);

/* The seed should be hard to guess, or clients can choose keys that collide. */
cubby_status table_init(table *t, uint64_t seed);
void table_release(table *t);

cubby_status table_set(table *t, slice key, slice value, uint64_t expires_at);
/* The entry is valid until the table changes; NULL when there is none. */
table_entry *table_find(const table *t, slice key);
cubby_status table_remove(table *t, slice key);
/* Stops at the first visit that does not return CUBBY_OK and returns that. */
cubby_status table_each(const table *t, table_visitor visit, void *context);
/* Removes at most limit entries with expires_at <= now; returns how many. */
size_t table_sweep(table *t, uint64_t now, size_t limit);

slice table_key(const table_entry *entry);
slice table_value(const table_entry *entry);
uint64_t table_hash(uint64_t seed, slice key);

#endif
