#ifndef PARCEL_EXTRACT_H
#define PARCEL_EXTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "archive.h"

typedef struct {
    const char *directory;
    /* Upper bound for the data of all entries together, in bytes. */
    uint64_t max_total;
    bool verbose;
} extract_options;

/* Writes every entry below the directory, which must exist. Never follows a
 * symbolic link below it and never replaces a file. */
parcel_status extract_entries(archive *a, const extract_options *options);

/* Reads all data and drops it, which compares every checksum. */
parcel_status verify_entries(archive *a);

#endif
