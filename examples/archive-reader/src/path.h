#ifndef PARCEL_PATH_H
#define PARCEL_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

#define PATH_COMPONENT_MAX 255u
#define PATH_DEPTH_MAX 64u

/* True when name is relative, stays below its base and has only plain
 * components: no "..", no ".", no empty one, no backslash, no control bytes. */
bool path_is_safe(const char *name, size_t length);

/* Copies the next component of *cursor into out and moves *cursor behind it.
 * Returns false when none is left or it does not fit. */
bool path_next_component(const char **cursor, char *out, size_t capacity);

/* Writes base, one slash and name to out. Refuses unsafe names. */
parcel_status path_join(const char *base, const char *name, char *out, size_t capacity);

#endif
