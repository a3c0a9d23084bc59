/*
 * Compiled without debugging information and without sanitizers: its calls on a stack are none of
 * the driver's and none of the repository's.
 */
#define _GNU_SOURCE
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);

static unsigned long allocations_left;

static int fails(void) {
    return allocations_left > 0 && --allocations_left == 0;
}

void rustward_fail_allocation(unsigned long nth) {
    allocations_left = nth;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    return fails() ? NULL : __real_realloc(block, size);
}

char *__wrap_strdup(const char *text) {
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size) {
    return fails() ? NULL : __real_strndup(text, size);
}

void *rustward_alloc(size_t size) {
    return __real_malloc(size);
}

void rustward_free(void *block) {
    free(block);
}

unsigned char *rustward_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    long length;
    unsigned char *bytes;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) < 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(98);
    }
    rewind(file);
    bytes = __real_malloc((size_t)length);
    if (bytes == NULL || fread(bytes, 1, (size_t)length, file) != (size_t)length)
        exit(98);
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

/* What nothing defines has a page each, between these two, that nothing may touch. */
extern char rustward_undefined_begin[] __attribute__((weak));
extern char rustward_undefined_end[] __attribute__((weak));

__attribute__((constructor)) static void forbid_undefined(void) {
    if (rustward_undefined_begin == NULL)
        return;
    mprotect(rustward_undefined_begin, (size_t)(rustward_undefined_end - rustward_undefined_begin),
             PROT_NONE);
}
