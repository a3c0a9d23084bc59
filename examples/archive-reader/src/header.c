#include "header.h"

#include <string.h>

#include "bytes.h"
#include "checksum.h"

static const uint8_t archive_magic[8] = {'P', 'A', 'R', 'C', 'E', 'L', '\r', '\n'};
static const uint8_t entry_magic[4] = {'P', 'E', 'N', 'T'};

enum {
    OFFSET_VERSION = 8,
    OFFSET_FLAGS = 10,
    OFFSET_ENTRY_COUNT = 12
};

enum {
    OFFSET_KIND = 4,
    OFFSET_RESERVED = 5,
    OFFSET_NAME_LENGTH = 6,
    OFFSET_MODE = 8,
    OFFSET_DATA_CRC = 12,
    OFFSET_SIZE = 16,
    OFFSET_MTIME = 24,
    OFFSET_PADDING = 32,
    OFFSET_HEADER_CRC = 36
};

parcel_status archive_header_parse(const uint8_t *bytes, size_t length, archive_header *out)
{
    if (length < ARCHIVE_HEADER_SIZE) {
        return PARCEL_ERR_TRUNCATED;
    }
    if (memcmp(bytes, archive_magic, sizeof archive_magic) != 0) {
        return PARCEL_ERR_FORMAT;
    }
    uint16_t version = bytes_get_u16(bytes + OFFSET_VERSION);
    if (version != ARCHIVE_VERSION || bytes_get_u16(bytes + OFFSET_FLAGS) != 0) {
        return PARCEL_ERR_FORMAT;
    }
    out->version = version;
    out->entry_count = bytes_get_u32(bytes + OFFSET_ENTRY_COUNT);
    return PARCEL_OK;
}

parcel_status entry_header_parse(const uint8_t *bytes, size_t length, entry_header *out)
{
    if (length < ENTRY_HEADER_SIZE) {
        return PARCEL_ERR_TRUNCATED;
    }
    if (memcmp(bytes, entry_magic, sizeof entry_magic) != 0) {
        return PARCEL_ERR_FORMAT;
    }
    uint32_t stored_crc = bytes_get_u32(bytes + OFFSET_HEADER_CRC);
    if (checksum_update(0, bytes, OFFSET_HEADER_CRC) != stored_crc) {
        return PARCEL_ERR_CHECKSUM;
    }
    if (bytes[OFFSET_RESERVED] != 0 || bytes_get_u32(bytes + OFFSET_PADDING) != 0) {
        return PARCEL_ERR_FORMAT;
    }

    uint8_t kind = bytes[OFFSET_KIND];
    uint16_t name_length = bytes_get_u16(bytes + OFFSET_NAME_LENGTH);
    uint64_t size = bytes_get_u64(bytes + OFFSET_SIZE);
    uint64_t mtime = bytes_get_u64(bytes + OFFSET_MTIME);
    if (kind != ENTRY_FILE && kind != ENTRY_DIRECTORY) {
        return PARCEL_ERR_FORMAT;
    }
    if (kind == ENTRY_DIRECTORY && size != 0) {
        return PARCEL_ERR_FORMAT;
    }
    uint32_t data_crc = bytes_get_u32(bytes + OFFSET_DATA_CRC);
    if (size == 0 && data_crc != 0) {
        return PARCEL_ERR_CHECKSUM;
    }
    if (name_length == 0 || mtime > INT64_MAX) {
        return PARCEL_ERR_FORMAT;
    }
    if (name_length > ENTRY_NAME_MAX) {
        return PARCEL_ERR_LIMIT;
    }

    out->kind = (entry_kind)kind;
    out->name_length = name_length;
    out->mode = bytes_get_u32(bytes + OFFSET_MODE);
    out->data_crc = data_crc;
    out->size = size;
    out->mtime = (int64_t)mtime;
    return PARCEL_OK;
}
