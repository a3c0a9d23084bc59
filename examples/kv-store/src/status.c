#include "status.h"

const char *cubby_status_text(cubby_status status)
{
    switch (status) {
    case CUBBY_OK:
        return "success";
    case CUBBY_NOT_FOUND:
        return "no such key";
    case CUBBY_END:
        return "end of input";
    case CUBBY_ERR_IO:
        return "input or output failed";
    case CUBBY_ERR_MEMORY:
        return "out of memory";
    case CUBBY_ERR_CORRUPT:
        return "the log is damaged";
    case CUBBY_ERR_LIMIT:
        return "too long or too large";
    case CUBBY_ERR_SYNTAX:
        return "cannot understand this";
    case CUBBY_ERR_LOCKED:
        return "another process has the log open";
    }
    return "unknown error";
}
