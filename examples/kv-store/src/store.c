#include "store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMPACT_SUFFIX ".compact"

static char *join_text(const char *a, const char *b)
{
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    if (b_length >= SIZE_MAX - a_length) {
        return NULL;
    }
    char *joined = malloc(a_length + b_length + 1);
    if (joined != NULL) {
        memcpy(joined, a, a_length);
        memcpy(joined + a_length, b, b_length + 1);
    }
    return joined;
}

static cubby_status apply_record(const record *r, void *context)
{
    store *s = context;
    if (r->kind == RECORD_SET && r->expires_at > s->now(s->clock_context)) {
        return table_set(&s->table, r->key, r->value, r->expires_at);
    }
    /* A set that has expired still replaces what was there before. */
    cubby_status status = table_remove(&s->table, r->key);
    return status == CUBBY_NOT_FOUND ? CUBBY_OK : status;
}

cubby_status store_open(store *s, const store_options *options)
{
    cubby_status status;
    *s = (store){.now = options->now, .clock_context = options->clock_context};
    s->path = join_text(options->path, "");
    if (s->path == NULL) {
        return CUBBY_ERR_MEMORY;
    }
    status = table_init(&s->table, options->seed);
    if (status != CUBBY_OK) {
        goto free_path;
    }
    status = log_open(&s->log, s->path);
    if (status != CUBBY_OK) {
        goto free_table;
    }
    status = log_replay(&s->log, apply_record, s);
    if (status != CUBBY_OK) {
        goto close_log;
    }
    return CUBBY_OK;

close_log:
    log_close(&s->log);
free_table:
    table_release(&s->table);
free_path:
    free(s->path);
    s->path = NULL;
    return status;
}

cubby_status store_close(store *s)
{
    cubby_status status = log_sync(&s->log);
    log_close(&s->log);
    table_release(&s->table);
    free(s->path);
    s->path = NULL;
    return status;
}

static uint64_t expiry_after(const store *s, uint64_t lifetime)
{
    uint64_t now = s->now(s->clock_context);
    return lifetime >= EXPIRES_NEVER - now ? EXPIRES_NEVER : now + lifetime;
}

static table_entry *find_living(const store *s, slice key)
{
    table_entry *entry = table_find(&s->table, key);
    if (entry == NULL || entry->expires_at <= s->now(s->clock_context)) {
        return NULL;
    }
    return entry;
}

/* The log comes first: what a client was told is done must survive a crash. */
static cubby_status put(store *s, slice key, slice value, uint64_t expires_at)
{
    record r = {.kind = RECORD_SET, .expires_at = expires_at, .key = key, .value = value};
    uint64_t size_before = s->log.size;
    CUBBY_TRY(log_append(&s->log, &r));
    cubby_status status = table_set(&s->table, key, value, expires_at);
    if (status != CUBBY_OK) {
        (void)log_truncate(&s->log, size_before);
    }
    return status;
}

cubby_status store_set(store *s, slice key, slice value, uint64_t lifetime)
{
    return put(s, key, value, expiry_after(s, lifetime));
}

cubby_status store_get(store *s, slice key, slice *value)
{
    const table_entry *entry = find_living(s, key);
    if (entry == NULL) {
        return CUBBY_NOT_FOUND;
    }
    *value = table_value(entry);
    return CUBBY_OK;
}

cubby_status store_delete(store *s, slice key)
{
    if (find_living(s, key) == NULL) {
        return CUBBY_NOT_FOUND;
    }
    record r = {.kind = RECORD_DELETE, .expires_at = 0, .key = key};
    CUBBY_TRY(log_append(&s->log, &r));
    return table_remove(&s->table, key);
}

cubby_status store_expire(store *s, slice key, uint64_t lifetime)
{
    table_entry *entry = find_living(s, key);
    if (entry == NULL) {
        return CUBBY_NOT_FOUND;
    }
    uint64_t expires_at = expiry_after(s, lifetime);
    record r = {
        .kind = RECORD_SET, .expires_at = expires_at, .key = key, .value = table_value(entry)};
    CUBBY_TRY(log_append(&s->log, &r));
    entry->expires_at = expires_at;
    return CUBBY_OK;
}

cubby_status store_lifetime(store *s, slice key, uint64_t *left)
{
    const table_entry *entry = find_living(s, key);
    if (entry == NULL) {
        return CUBBY_NOT_FOUND;
    }
    *left = entry->expires_at;
    if (entry->expires_at != EXPIRES_NEVER) {
        *left -= s->now(s->clock_context);
    }
    return CUBBY_OK;
}

static void drop_expired(store *s)
{
    table_sweep(&s->table, s->now(s->clock_context), SIZE_MAX);
}

cubby_status store_each(store *s, table_visitor visit, void *context)
{
    drop_expired(s);
    return table_each(&s->table, visit, context);
}

size_t store_count(store *s)
{
    drop_expired(s);
    return s->table.entry_count;
}

static cubby_status append_entry(const table_entry *entry, void *context)
{
    record_log *log = context;
    record r = {.kind = RECORD_SET,
                .expires_at = entry->expires_at,
                .key = table_key(entry),
                .value = table_value(entry)};
    return log_append(log, &r);
}

/* A rename is on the disk only when its directory is. */
static cubby_status sync_directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *directory = join_text(slash == NULL ? "." : path, "");
    if (directory == NULL) {
        return CUBBY_ERR_MEMORY;
    }
    if (slash != NULL) {
        directory[slash == path ? 1 : slash - path] = '\0';
    }
    cubby_status status = CUBBY_ERR_IO;
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        if (fsync(fd) == 0) {
            status = CUBBY_OK;
        }
        close(fd);
    }
    free(directory);
    return status;
}

cubby_status store_compact(store *s)
{
    record_log fresh;
    cubby_status status;
    char *path = join_text(s->path, COMPACT_SUFFIX);
    if (path == NULL) {
        return CUBBY_ERR_MEMORY;
    }
    status = log_create(&fresh, path);
    if (status != CUBBY_OK) {
        goto free_path;
    }
    drop_expired(s);
    status = table_each(&s->table, append_entry, &fresh);
    if (status != CUBBY_OK) {
        goto discard;
    }
    status = log_sync(&fresh);
    if (status != CUBBY_OK) {
        goto discard;
    }
    if (rename(path, s->path) != 0) {
        status = CUBBY_ERR_IO;
        goto discard;
    }
    log_close(&s->log);
    s->log = fresh;
    status = sync_directory_of(s->path);
    goto free_path;

discard:
    log_close(&fresh);
    (void)unlink(path);
free_path:
    free(path);
    return status;
}
