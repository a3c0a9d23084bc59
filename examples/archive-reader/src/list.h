#ifndef PARCEL_LIST_H
#define PARCEL_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "archive.h"

typedef struct {
    FILE *out;
    bool detailed;
} list_options;

/* Size of the text of a mode, "drwxr-xr-x", with its terminator. */
#define MODE_TEXT_SIZE 11u

void list_format_mode(entry_kind kind, uint32_t mode, char out[MODE_TEXT_SIZE]);
parcel_status list_entries(archive *a, const list_options *options);

#endif
