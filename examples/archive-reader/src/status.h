#ifndef PARCEL_STATUS_H
#define PARCEL_STATUS_H

typedef enum {
    PARCEL_OK = 0,
    PARCEL_END,
    PARCEL_ERR_IO,
    PARCEL_ERR_MEMORY,
    PARCEL_ERR_FORMAT,
    PARCEL_ERR_TRUNCATED,
    PARCEL_ERR_CHECKSUM,
    PARCEL_ERR_UNSAFE_PATH,
    PARCEL_ERR_LIMIT,
    PARCEL_ERR_USAGE
} parcel_status;

/* Returns from the calling function when expr is not PARCEL_OK. Only for
 * functions that hold nothing which must be released. */
#define PARCEL_TRY(expr)                    \
    do {                                    \
        parcel_status try_status_ = (expr); \
        if (try_status_ != PARCEL_OK) {     \
            return try_status_;             \
        }                                   \
    } while (0)

const char *parcel_status_text(parcel_status status);

#endif
