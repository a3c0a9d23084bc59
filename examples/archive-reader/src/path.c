#include "path.h"

#include <string.h>

static bool component_is_safe(const char *component, size_t length)
{
    if (length == 0 || length > PATH_COMPONENT_MAX) {
        return false;
    }
    if (length == 1 && component[0] == '.') {
        return false;
    }
    return !(length == 2 && component[0] == '.' && component[1] == '.');
}

bool path_is_safe(const char *name, size_t length)
{
    size_t depth = 0;
    size_t start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i == length || name[i] == '/') {
            if (!component_is_safe(name + start, i - start)) {
                return false;
            }
            depth++;
            start = i + 1;
            continue;
        }
        unsigned char byte = (unsigned char)name[i];
        if (byte < 0x20 || byte == 0x7f || byte == '\\') {
            return false;
        }
    }
    return depth <= PATH_DEPTH_MAX;
}

bool path_next_component(const char **cursor, char *out, size_t capacity)
{
    const char *start = *cursor;
    size_t length = strcspn(start, "/");
    if (length == 0 || length >= capacity) {
        return false;
    }
    memcpy(out, start, length);
    out[length] = '\0';
    *cursor = start + length;
    if (**cursor == '/') {
        (*cursor)++;
    }
    return true;
}

parcel_status path_join(const char *base, const char *name, char *out, size_t capacity)
{
    size_t base_length = strlen(base);
    size_t name_length = strlen(name);
    if (base_length == 0 || !path_is_safe(name, name_length)) {
        return PARCEL_ERR_UNSAFE_PATH;
    }
    while (base_length > 1 && base[base_length - 1] == '/') {
        base_length--;
    }
    size_t slash = base[base_length - 1] == '/' ? 0 : 1;
    if (base_length >= capacity || name_length >= capacity - base_length ||
        slash >= capacity - base_length - name_length) {
        return PARCEL_ERR_LIMIT;
    }
    memcpy(out, base, base_length);
    if (slash == 1) {
        out[base_length] = '/';
    }
    memcpy(out + base_length + slash, name, name_length + 1);
    return PARCEL_OK;
}
