#include "record.h"

/* Layout, little-endian: 0 checksum of the header behind it (32 bits), 4 checksum
 * of key and value (32), 8 kind (8), 9 reserved (8), 10 key length (16), 12 value
 * length (32), 16 expiry in milliseconds (64), 24 key, then value.
 *
 * The header has a checksum of its own because its lengths say where the next
 * record starts: without it, one flipped bit would look like a cut-off file. */
enum {
    OFFSET_HEADER_CHECKSUM = 0,
    OFFSET_DATA_CHECKSUM = 4,
    OFFSET_KIND = 8,
    OFFSET_RESERVED = 9,
    OFFSET_KEY_LENGTH = 10,
    OFFSET_VALUE_LENGTH = 12,
    OFFSET_EXPIRES = 16
};

/* CRC-32C (Castagnoli), one bit at a time: records are short. */
uint32_t record_checksum(const uint8_t *bytes, size_t length)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < length; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0x82f63b78u : crc >> 1;
        }
    }
    return ~crc;
}

static uint32_t header_checksum(const uint8_t *bytes)
{
    return record_checksum(bytes + OFFSET_DATA_CHECKSUM, RECORD_HEADER_SIZE - OFFSET_DATA_CHECKSUM);
}

cubby_status record_encode(const record *r, buffer *out)
{
    uint8_t header[RECORD_HEADER_SIZE] = {0};
    if (r->key.length == 0 || r->key.length > KEY_MAX || r->value.length > VALUE_MAX) {
        return CUBBY_ERR_LIMIT;
    }
    bytes_put(header + OFFSET_KIND, (uint64_t)r->kind, 1);
    bytes_put(header + OFFSET_KEY_LENGTH, r->key.length, 2);
    bytes_put(header + OFFSET_VALUE_LENGTH, r->value.length, 4);
    bytes_put(header + OFFSET_EXPIRES, r->expires_at, 8);

    size_t start = out->length;
    if (!buffer_append(out, header, sizeof header) ||
        !buffer_append(out, r->key.data, r->key.length) ||
        !buffer_append(out, r->value.data, r->value.length)) {
        out->length = start;
        return CUBBY_ERR_MEMORY;
    }
    uint8_t *bytes = out->data + start;
    bytes_put(bytes + OFFSET_DATA_CHECKSUM,
              record_checksum(bytes + RECORD_HEADER_SIZE, r->key.length + r->value.length), 4);
    bytes_put(bytes, header_checksum(bytes), 4);
    return CUBBY_OK;
}

cubby_status record_header_decode(const uint8_t *bytes, record_header *out)
{
    if (bytes_get(bytes + OFFSET_HEADER_CHECKSUM, 4) != header_checksum(bytes)) {
        return CUBBY_ERR_CORRUPT;
    }
    uint64_t kind = bytes_get(bytes + OFFSET_KIND, 1);
    size_t key_length = (size_t)bytes_get(bytes + OFFSET_KEY_LENGTH, 2);
    size_t value_length = (size_t)bytes_get(bytes + OFFSET_VALUE_LENGTH, 4);
    if (kind != RECORD_SET && kind != RECORD_DELETE) {
        return CUBBY_ERR_CORRUPT;
    }
    if (bytes[OFFSET_RESERVED] != 0 || key_length == 0) {
        return CUBBY_ERR_CORRUPT;
    }
    if (key_length > KEY_MAX || value_length > VALUE_MAX) {
        return CUBBY_ERR_CORRUPT;
    }
    if (kind == RECORD_DELETE && value_length != 0) {
        return CUBBY_ERR_CORRUPT;
    }
    out->data_checksum = (uint32_t)bytes_get(bytes + OFFSET_DATA_CHECKSUM, 4);
    out->kind = (record_kind)kind;
    out->expires_at = bytes_get(bytes + OFFSET_EXPIRES, 8);
    out->key_length = key_length;
    out->value_length = value_length;
    return CUBBY_OK;
}

cubby_status record_decode(const uint8_t *bytes, size_t length, record *out)
{
    record_header header;
    if (length < RECORD_HEADER_SIZE) {
        return CUBBY_ERR_CORRUPT;
    }
    CUBBY_TRY(record_header_decode(bytes, &header));
    if (length - RECORD_HEADER_SIZE != header.key_length + header.value_length) {
        return CUBBY_ERR_CORRUPT;
    }
    const uint8_t *data = bytes + RECORD_HEADER_SIZE;
    if (record_checksum(data, length - RECORD_HEADER_SIZE) != header.data_checksum) {
        return CUBBY_ERR_CORRUPT;
    }
    out->kind = header.kind;
    out->expires_at = header.expires_at;
    out->key = (slice){.data = data, .length = header.key_length};
    out->value = (slice){.data = data + header.key_length, .length = header.value_length};
    return CUBBY_OK;
}
