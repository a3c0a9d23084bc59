#ifndef PARCEL_CHECKSUM_H
#define PARCEL_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 with the reflected polynomial 0xEDB88320. Start with 0 and feed the
 * result back in to continue over the next piece of data. */
uint32_t checksum_update(uint32_t crc, const uint8_t *data, size_t length);

#endif
