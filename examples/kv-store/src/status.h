#ifndef CUBBY_STATUS_H
#define CUBBY_STATUS_H

typedef enum {
    CUBBY_OK = 0,
    CUBBY_NOT_FOUND,
    CUBBY_END,
    CUBBY_ERR_IO,
    CUBBY_ERR_MEMORY,
    CUBBY_ERR_CORRUPT,
    CUBBY_ERR_LIMIT,
    CUBBY_ERR_SYNTAX,
    CUBBY_ERR_LOCKED
} cubby_status;

#define CUBBY_TRY(expr)                    \
    do {                                   \
        cubby_status try_status_ = (expr); \
        if (try_status_ != CUBBY_OK) {     \
            return try_status_;            \
        }                                  \
    } while (0)

const char *cubby_status_text(cubby_status status);

#endif
