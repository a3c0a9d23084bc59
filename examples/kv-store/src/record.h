#ifndef CUBBY_RECORD_H
#define CUBBY_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "status.h"

#define RECORD_HEADER_SIZE 24u
#define KEY_MAX 1024u
#define VALUE_MAX (1024u * 1024u)

typedef enum {
    RECORD_SET = 1,
    RECORD_DELETE = 2
} record_kind;

typedef struct {
    record_kind kind;
    uint64_t expires_at;
    slice key;
    slice value;
} record;

typedef struct {
    uint32_t data_checksum;
    record_kind kind;
    uint64_t expires_at;
    size_t key_length;
    size_t value_length;
} record_header;

cubby_status record_encode(const record *r, buffer *out);
/* Reads RECORD_HEADER_SIZE bytes and checks them against their checksum and every
 * length against its limit. */
cubby_status record_header_decode(const uint8_t *bytes, record_header *out);
/* Decodes a record from exactly length bytes. Key and value point into bytes. */
cubby_status record_decode(const uint8_t *bytes, size_t length, record *out);
uint32_t record_checksum(const uint8_t *bytes, size_t length);

#endif
