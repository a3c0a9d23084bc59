#ifndef PARCEL_HEADER_H
#define PARCEL_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

#define ARCHIVE_HEADER_SIZE 16u
#define ENTRY_HEADER_SIZE 40u
#define ARCHIVE_VERSION 1u

/* Longest entry name in bytes, without a terminator. */
#define ENTRY_NAME_MAX 255u

typedef struct {
    uint16_t version;
    uint32_t entry_count;
} archive_header;

typedef enum {
    ENTRY_FILE = 1,
    ENTRY_DIRECTORY = 2
} entry_kind;

typedef struct {
    entry_kind kind;
    uint16_t name_length;
    uint32_t mode;
    uint32_t data_crc;
    uint64_t size;
    int64_t mtime;
} entry_header;

/* Both parsers want at least the header's size in bytes and leave *out
 * untouched unless they return PARCEL_OK. */
parcel_status archive_header_parse(const uint8_t *bytes, size_t length, archive_header *out);
parcel_status entry_header_parse(const uint8_t *bytes, size_t length, entry_header *out);

#endif
