#include "table.h"

#include <stdlib.h>
#include <string.h>

#define INITIAL_BUCKETS 16u

/* FNV-1a with the seed mixed into the offset basis, and a final shuffle: the
 * buckets are chosen by the low bits only. */
uint64_t table_hash(uint64_t seed, slice key)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ seed;
    for (size_t i = 0; i < key.length; i++) {
        hash ^= key.data[i];
        hash *= UINT64_C(0x100000001b3);
    }
    hash ^= hash >> 32;
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

slice table_key(const table_entry *entry)
{
    return (slice){.data = entry->bytes, .length = entry->key_length};
}

slice table_value(const table_entry *entry)
{
    return (slice){.data = entry->bytes + entry->key_length, .length = entry->value_length};
}

cubby_status table_init(table *t, uint64_t seed)
{
    table_entry **buckets = calloc(INITIAL_BUCKETS, sizeof(table_entry *));
    if (buckets == NULL) {
        return CUBBY_ERR_MEMORY;
    }
    *t = (table){.buckets = buckets, .bucket_count = INITIAL_BUCKETS, .seed = seed};
    return CUBBY_OK;
}

void table_release(table *t)
{
    for (size_t i = 0; i < t->bucket_count; i++) {
        table_entry *entry = t->buckets[i];
        while (entry != NULL) {
            table_entry *next = entry->next;
            free(entry);
            entry = next;
        }
    }
    free(t->buckets);
    *t = (table){0};
}

/* The link that points at the entry with this key, or the NULL at the end of
 * its chain. */
static table_entry **find_link(const table *t, slice key, uint64_t hash)
{
    table_entry **link = &t->buckets[hash & (t->bucket_count - 1)];
    while (*link != NULL) {
        if ((*link)->hash == hash && slice_equal(table_key(*link), key)) {
            break;
        }
        link = &(*link)->next;
    }
    return link;
}

/* A table that cannot grow still works, only slower: failure is no error. */
static void grow(table *t)
{
    if (t->bucket_count > SIZE_MAX / 2 / sizeof(table_entry *)) {
        return;
    }
    size_t count = t->bucket_count * 2;
    table_entry **buckets = calloc(count, sizeof(table_entry *));
    if (buckets == NULL) {
        return;
    }
    for (size_t i = 0; i < t->bucket_count; i++) {
        table_entry *entry = t->buckets[i];
        while (entry != NULL) {
            table_entry *next = entry->next;
            table_entry **head = &buckets[entry->hash & (count - 1)];
            entry->next = *head;
            *head = entry;
            entry = next;
        }
    }
    free(t->buckets);
    t->buckets = buckets;
    t->bucket_count = count;
}

static table_entry *entry_new(slice key, slice value, uint64_t hash, uint64_t expires_at)
{
    if (key.length > SIZE_MAX - sizeof(table_entry) ||
        value.length > SIZE_MAX - sizeof(table_entry) - key.length) {
        return NULL;
    }
    table_entry *entry = malloc(sizeof(table_entry) + key.length + value.length);
    if (entry == NULL) {
        return NULL;
    }
    entry->next = NULL;
    entry->hash = hash;
    entry->expires_at = expires_at;
    entry->key_length = key.length;
    entry->value_length = value.length;
    if (key.length > 0) {
        memcpy(entry->bytes, key.data, key.length);
    }
    if (value.length > 0) {
        memcpy(entry->bytes + key.length, value.data, value.length);
    }
    return entry;
}

cubby_status table_set(table *t, slice key, slice value, uint64_t expires_at)
{
    uint64_t hash = table_hash(t->seed, key);
    table_entry *entry = entry_new(key, value, hash, expires_at);
    if (entry == NULL) {
        return CUBBY_ERR_MEMORY;
    }
    table_entry **link = find_link(t, key, hash);
    table_entry *old = *link;
    if (old != NULL) {
        entry->next = old->next;
        *link = entry;
        free(old);
        return CUBBY_OK;
    }
    *link = entry;
    t->entry_count++;
    if (t->entry_count > t->bucket_count) {
        grow(t);
    }
    return CUBBY_OK;
}

table_entry *table_find(const table *t, slice key)
{
    return *find_link(t, key, table_hash(t->seed, key));
}

cubby_status table_remove(table *t, slice key)
{
    table_entry **link = find_link(t, key, table_hash(t->seed, key));
    table_entry *entry = *link;
    if (entry == NULL) {
        return CUBBY_NOT_FOUND;
    }
    *link = entry->next;
    free(entry);
    t->entry_count--;
    return CUBBY_OK;
}

cubby_status table_each(const table *t, table_visitor visit, void *context)
{
    for (size_t i = 0; i < t->bucket_count; i++) {
        for (const table_entry *entry = t->buckets[i]; entry != NULL; entry = entry->next) {
            CUBBY_TRY(visit(entry, context));
        }
    }
    return CUBBY_OK;
}

size_t table_sweep(table *t, uint64_t now, size_t limit)
{
    size_t removed = 0;
    for (size_t i = 0; i < t->bucket_count && removed < limit; i++) {
        table_entry **link = &t->buckets[i];
        while (*link != NULL && removed < limit) {
            table_entry *entry = *link;
            if (entry->expires_at > now) {
                link = &entry->next;
                continue;
            }
            *link = entry->next;
            free(entry);
            removed++;
        }
    }
    t->entry_count -= removed;
    return removed;
}
