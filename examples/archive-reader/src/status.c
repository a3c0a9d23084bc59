#include "status.h"

const char *parcel_status_text(parcel_status status)
{
    switch (status) {
    case PARCEL_OK:
        return "success";
    case PARCEL_END:
        return "no more entries";
    case PARCEL_ERR_IO:
        return "input or output failed";
    case PARCEL_ERR_MEMORY:
        return "out of memory";
    case PARCEL_ERR_FORMAT:
        return "not a valid archive";
    case PARCEL_ERR_TRUNCATED:
        return "archive ends too early";
    case PARCEL_ERR_CHECKSUM:
        return "checksum does not match";
    case PARCEL_ERR_UNSAFE_PATH:
        return "entry name would leave the target directory";
    case PARCEL_ERR_LIMIT:
        return "a size limit was exceeded";
    case PARCEL_ERR_USAGE:
        return "wrong usage";
    }
    return "unknown error";
}
