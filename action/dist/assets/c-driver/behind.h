/*
 * What stands behind the elements of lists that have room for more. A list of Rust ends with its
 * elements, so that what the C does there counts only where it adds elements, or puts a zero at
 * their end.
 */
#pragma once
#include "values.h"

#ifdef RW_SANITIZED
void __asan_poison_memory_region(const volatile void *, size_t);
void __asan_unpoison_memory_region(const volatile void *, size_t);
int __asan_address_is_poisoned(const volatile void *);

enum { RW_BEHIND = 256 };

/* 1 where it is watched what the C does there, 2 where a number behind the last may be an end. */
static int rw_watches_behind;

static struct {
    uintptr_t start, end;
    /* How much is written where the elements end, if that is one number. */
    size_t number;
    const void *length;
    size_t size;
    rw_u64 count;
    int is_used;
} rw_behinds[RW_BEHIND];

static size_t rw_behind_count;

static rw_u64 rw_length_of(const void *at, size_t size) {
    rw_u64 value = 0;
    memcpy(&value, at, size < sizeof value ? size : sizeof value);
    return value;
}

/* Of a list of `count` elements, behind which there is room up to `room`. `number`: the size of an
 * element that is a number. `length` tells how many there are. */
void rw_behind(void *list, rw_u64 count, rw_u64 room, size_t element, size_t number,
               const void *length, size_t size) {
    if (!rw_watches_behind || list == 0 || room <= count || rw_behind_count == RW_BEHIND)
        return;
    rw_behinds[rw_behind_count].start = (uintptr_t)list + count * element;
    rw_behinds[rw_behind_count].end = (uintptr_t)list + room * element;
    rw_behinds[rw_behind_count].number = rw_watches_behind == 2 ? number : 0;
    rw_behinds[rw_behind_count].length = length;
    rw_behinds[rw_behind_count].size = size;
    rw_behinds[rw_behind_count].count = rw_length_of(length, size);
    rw_behinds[rw_behind_count++].is_used = 0;
    __asan_poison_memory_region((char *)list + count * element, (room - count) * element);
}

/* Whether what the C reaches lies there; it is noted then. */
static int rw_is_behind(uintptr_t at, size_t size, int is_store) {
    for (size_t one = 0; one < rw_behind_count; one++) {
        uintptr_t start = rw_behinds[one].start, end = rw_behinds[one].end;
        if (at >= end || at + size <= start || at + size > end)
            continue;
        if (!is_store || at < start || at + size > start + rw_behinds[one].number)
            rw_behinds[one].is_used = 1;
        return 1;
    }
    return 0;
}

/* Of a case that ended within a call. */
static void rw_forget_behind(void) {
    rw_behind_count = 0;
}

/* Ends a case in which the C has used what is behind a list, and added nothing to it. */
static void rw_end_behind(void) {
    int is_used = 0;
    for (size_t one = 0; one < rw_behind_count; one++) {
        uintptr_t start = rw_behinds[one].start;
        __asan_unpoison_memory_region((void *)start, rw_behinds[one].end - start);
        if (rw_behinds[one].is_used && !__asan_address_is_poisoned(rw_behinds[one].length) &&
            rw_length_of(rw_behinds[one].length, rw_behinds[one].size) <= rw_behinds[one].count)
            is_used = 1;
    }
    rw_behind_count = 0;
    if (is_used)
        rw_stop(RW_BEHIND_ELEMENTS);
}
#else
void rw_behind(void *list, rw_u64 count, rw_u64 room, size_t element, size_t number,
               const void *length, size_t size) {
    (void)list, (void)count, (void)room, (void)element, (void)number, (void)length, (void)size;
}

static void rw_forget_behind(void) {
}

static void rw_end_behind(void) {
}
#endif
