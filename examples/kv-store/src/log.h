#ifndef CUBBY_LOG_H
#define CUBBY_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "bytes.h"
#include "record.h"
#include "status.h"

/* The append-only file behind a store. */
typedef struct {
    int fd;
    uint64_t size;
    buffer scratch;
    /* Set when the end of the file could not be repaired; nothing more is added. */
    bool broken;
} record_log;

typedef cubby_status (*log_visitor)(const record *r, void *context);

/* Opens or makes the file and takes an exclusive lock on it. */
cubby_status log_open(record_log *log, const char *path);
/* Makes an empty file, in place of one that is there. */
cubby_status log_create(record_log *log, const char *path);
void log_close(record_log *log);

/* Calls visit for every record. A record that a crash cut short at the end of
 * the file is removed from it; damage before the end is CUBBY_ERR_CORRUPT. */
cubby_status log_replay(record_log *log, log_visitor visit, void *context);
/* Adds one record. After a failure the file is as long as it was before. */
cubby_status log_append(record_log *log, const record *r);
/* Cuts the file back to an earlier size. */
cubby_status log_truncate(record_log *log, uint64_t size);
cubby_status log_sync(const record_log *log);

#endif
