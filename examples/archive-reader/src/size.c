#include "size.h"

bool size_parse(const char *text, uint64_t *out)
{
    uint64_t value = 0;
    const char *cursor = text;
    for (; *cursor >= '0' && *cursor <= '9'; cursor++) {
        unsigned digit = (unsigned)(*cursor - '0');
        if (value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    if (cursor == text) {
        return false;
    }

    unsigned shift = 0;
    switch (*cursor) {
    case '\0':
        break;
    case 'k':
        shift = 10;
        break;
    case 'm':
        shift = 20;
        break;
    case 'g':
        shift = 30;
        break;
    default:
        return false;
    }
    if (shift != 0 && cursor[1] != '\0') {
        return false;
    }
    if (value > UINT64_MAX >> shift) {
        return false;
    }
    *out = value << shift;
    return true;
}
