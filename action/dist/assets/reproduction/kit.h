/* What a driver may call to bring about what it needs. */
#ifndef RUSTWARD_KIT_H
#define RUSTWARD_KIT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes of a file in a block of just their size, so that each access behind its end is seen. */
unsigned char *rustward_read(const char *path, size_t *size);

/* malloc and free, under names that no unit forbids. */
void *rustward_alloc(size_t size);
void rustward_free(void *block);

/* Has the nth allocation from now on fail, counted from 1, and no other; 0: none. */
void rustward_fail_allocation(unsigned long nth);

#ifdef __cplusplus
}
#endif

#endif
