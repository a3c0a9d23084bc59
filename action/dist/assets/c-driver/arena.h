/*
 * Memory for arguments whose place a run may ask for: one behind the other, or each before the
 * last. C whose result depends on that compares addresses, or computes with them.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef RW_ONE_PROCESS
#include <sys/mman.h>

enum { RW_ARENA = 1 << 26, RW_ARENA_HEAD = 16 };

static unsigned char *rw_arena;
static size_t rw_arena_used;
static int rw_arena_go_down;

void __real_free(void *memory);
void *__real_realloc(void *memory, size_t size);

static void rw_use_arena(const char *order) {
    void *all = mmap(0, RW_ARENA, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    rw_arena = all == MAP_FAILED ? 0 : all;
    rw_arena_go_down = strcmp(order, "down") == 0;
}

static void *rw_in_arena(size_t size) {
    size_t all = (size + RW_ARENA_HEAD + 15) & ~(size_t)15;
    if (rw_arena == 0 || size > RW_ARENA || all > RW_ARENA - rw_arena_used)
        return malloc(size);
    unsigned char *start =
        rw_arena + (rw_arena_go_down ? RW_ARENA - rw_arena_used - all : rw_arena_used);
    rw_arena_used += all;
    memcpy(start, &size, sizeof size);
    return start + RW_ARENA_HEAD;
}

static void rw_leave_arena(void) {
    rw_arena_used = 0;
}

static int rw_is_in_arena(const void *memory) {
    return rw_arena != 0 && (uintptr_t)memory - (uintptr_t)rw_arena < RW_ARENA;
}

/* The C may give away what it was given. */
void __wrap_free(void *memory) {
    if (!rw_is_in_arena(memory))
        __real_free(memory);
}

void *__wrap_realloc(void *memory, size_t size) {
    if (!rw_is_in_arena(memory))
        return __real_realloc(memory, size);
    size_t old;
    memcpy(&old, (unsigned char *)memory - RW_ARENA_HEAD, sizeof old);
    void *other = malloc(size);
    if (other != 0)
        memcpy(other, memory, old < size ? old : size);
    return other;
}
#else
static void *rw_in_arena(size_t size) {
    return malloc(size);
}
#endif
