/*
 * Pointers that Rust has as indices, and the memory of records that leads to it by nothing but such
 * pointers.
 */
#pragma once
#include "values.h"
#include <stddef.h>

enum { RW_MEMORIES = 256 };

/* Whose memory it is, by where that record lies; the last ones. */
static struct {
    const void *owner;
    char *start;
    size_t size;
} rw_memories[RW_MEMORIES];

static size_t rw_memory_count;

/* Memory of so many elements. */
void *rw_memory(const void *owner, rw_u64 count, size_t size) {
    size_t at = rw_memory_count++ % RW_MEMORIES;
    rw_memories[at].owner = owner;
    rw_memories[at].size = count * size;
    rw_memories[at].start = rw_room(count * size);
    return rw_memories[at].start;
}

/* How many elements it has; of a record that has none, the input does not count. */
rw_u64 rw_memory_of(const void *owner, size_t size, void **start) {
    for (size_t back = 1; back <= RW_MEMORIES && back <= rw_memory_count; back++) {
        size_t at = (rw_memory_count - back) % RW_MEMORIES;
        if (rw_memories[at].owner != owner)
            continue;
        *start = rw_memories[at].start;
        return rw_memories[at].size / size;
    }
    rw_stop("a record has lost its memory");
    return 0;
}

/* A pointer to an element, or behind the last one. */
void *rw_place(const void *owner, rw_u64 index, size_t size) {
    void *start;
    if (index > rw_memory_of(owner, size, &start))
        rw_invalid_input();
    return (char *)start + index * size;
}

/* The index of what a pointer leads to, which Rust has to have one for. */
rw_u64 rw_place_of(const volatile void *place, const volatile void *start, rw_u64 most,
                   size_t size) {
    const volatile char *from = start, *to = place;
    if (to < from || (size_t)(to - from) % size != 0 || (size_t)(to - from) / size > most)
        rw_stop("the C gives a pointer to elsewhere in a usize");
    return (size_t)(to - from) / size;
}
