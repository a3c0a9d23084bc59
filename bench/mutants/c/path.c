/* Paths with slashes, as texts: nothing is looked up. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Behind the last slash; a pointer into the path. */
const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Where the extension starts, its dot included; NULL for none. A leading dot starts none. */
const char *path_extension(const char *path)
{
    const char *base = path_base(path);
    const char *dot = strrchr(base, '.');
    return dot == NULL || dot == base ? NULL : dot;
}

/* Both with one slash between; an absolute one counts alone. -1 when there is too little room. */
int path_join(char *out, size_t cap, const char *first, const char *second)
{
    size_t n = strlen(first), m = strlen(second);
    bool slash = n > 0 && first[n - 1] != '/';

    if (second[0] == '/') {
        n = 0;
        slash = false;
    }
    if (n + slash + m >= cap)
        return -1;
    memcpy(out, first, n);
    if (slash)
        out[n++] = '/';
    memcpy(out + n, second, m + 1);
    return 0;
}

/* `.`, `..` and doubled slashes resolved, in place; what leads above the root is dropped. */
size_t path_normalize(char *path, size_t len)
{
    bool absolute = len > 0 && path[0] == '/';
    size_t start = absolute ? 1 : 0, to = start, from = start, floor = start;

    while (from < len) {
        size_t end = from;
        while (end < len && path[end] != '/')
            end++;
        size_t n = end - from;
        if (n == 0 || (n == 1 && path[from] == '.')) {
            /* nothing */
        } else if (n == 2 && path[from] == '.' && path[from + 1] == '.' && (absolute || to > floor)) {
            if (to > floor) {
                while (to > floor && path[to - 1] != '/')
                    to--;
                if (to > floor)
                    to--;
            }
        } else {
            bool up = n == 2 && path[from] == '.' && path[from + 1] == '.';
            if (to > start)
                path[to++] = '/';
            memmove(path + to, path + from, n);
            to += n;
            if (up)
                floor = to;
        }
        from = end + 1;
    }
    return to;
}
