/*
 * What all else stands on: reading and writing of values, the objects of a case, memory to give to
 * the C.
 */
#pragma once
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config.h"
#include "arena.h"

typedef uint8_t rw_u8;
typedef uint16_t rw_u16;
typedef uint32_t rw_u32;
typedef uint64_t rw_u64;
typedef int8_t rw_i8;
typedef int16_t rw_i16;
typedef int32_t rw_i32;
typedef int64_t rw_i64;

/* Of the unit with the function. */
void rw_call(rw_u32 call);
void rw_save(void);
void rw_restore(void);
void rw_effects(rw_u32 call);
extern const int rw_fork_each, rw_prints, rw_may_end;

/* Of the C under test they end a case; the driver itself ends by them. */
void __real__exit(int) __attribute__((noreturn));
void __real_exit(int) __attribute__((noreturn));
#define _exit __real__exit
#define exit __real_exit

#ifdef RW_SANITIZED
void *__asan_region_is_poisoned(void *begin, size_t size);
int __sanitizer_get_ownership(const volatile void *p);
size_t __sanitizer_get_allocated_size(const volatile void *p);
#endif
#ifdef RW_MEMORY
intptr_t __msan_test_shadow(const volatile void *at, size_t size);
void __msan_unpoison(const volatile void *at, size_t size);
/* Called by the library, which does not tell of its arguments that they were written. */
#define RW_CALLED_BY_LIBRARY __attribute__((no_sanitize("memory")))
#else
#define RW_CALLED_BY_LIBRARY
#endif
static sigjmp_buf rw_jump;
static char rw_message[400];
static const unsigned char *rw_in, *rw_in_end;
static unsigned char *rw_out;
static size_t rw_out_used, rw_out_room;

static struct { rw_u32 next, step, endless; } * rw_shared;

/* So many cases of a round that do not end are enough to learn from. */
enum { RW_MAX_ENDLESS = 24 };

static volatile sig_atomic_t rw_is_in_case;

static void rw_stop(const char *message) {
    snprintf(rw_message, sizeof rw_message, "%s", message);
    siglongjmp(rw_jump, 1);
}

/* Reading. */
void rw_get(void *to, size_t size) {
    if ((size_t)(rw_in_end - rw_in) < size)
        _exit(90);
    memcpy(to, rw_in, size);
    rw_in += size;
}

static rw_u32 rw_get_u32(void) {
    rw_u32 v;
    rw_get(&v, sizeof v);
    return v;
}

/* Writing. */
void rw_put(const void *from, size_t size) {
#ifdef RW_MEMORY
    if (rw_is_in_case && __msan_test_shadow(from, size) >= 0)
        rw_stop(RW_UNWRITTEN);
#endif
    if (rw_out_used + size > rw_out_room) {
        rw_out_room = (rw_out_used + size) * 2 + 4096;
        rw_out = realloc(rw_out, rw_out_room);
        if (rw_out == 0)
            _exit(91);
    }
    memcpy(rw_out + rw_out_used, from, size);
    rw_out_used += size;
}

/* A value that the C cannot be given: the case does not count. */
void rw_invalid_input(void) {
    rw_stop("more elements than the C has room for");
}

/* Objects that the calls of a case make, by number. */
static void *rw_handles[1024];
static rw_u32 rw_handle_count;

void rw_make(void *object) {
    if (rw_handle_count < sizeof rw_handles / sizeof *rw_handles)
        rw_handles[rw_handle_count++] = object;
}

/* One that Rust always makes. */
void rw_make_one(void *object) {
    if (object == 0)
        rw_stop("no object is made");
    rw_make(object);
}

void *rw_handle(rw_u32 number) {
    if (number >= rw_handle_count || rw_handles[number] == 0) {
        snprintf(rw_message, sizeof rw_message, "%s", RW_NOT_MADE);
        siglongjmp(rw_jump, 4);
    }
    return rw_handles[number];
}

/* The size that was asked for; another build of the same C only has to agree with itself. */
rw_u64 rw_allocated(const void *at) {
#ifdef RW_SANITIZED
    if (at == 0)
        rw_stop("there is not so much memory");
    if (!__sanitizer_get_ownership(at))
        rw_stop("memory that was not allocated");
    return __sanitizer_get_allocated_size(at);
#else
    (void)at;
    return (rw_u64)-1;
#endif
}

rw_u32 rw_length(const void *at, size_t size) {
    rw_u32 count = 0;
    static const char zero[64];
    for (const char *next = at; size > sizeof zero || memcmp(next, zero, size) != 0; next += size) {
#ifdef RW_SANITIZED
        if (__asan_region_is_poisoned((void *)next, size))
            rw_stop("text without a zero at its end");
#endif
        count++;
    }
    return count;
}

/* A text that Rust has as a `String` or `&str`: others it cannot have, so that the case does not
 * count. */
void rw_utf8(const void *text, rw_u32 count) {
    const unsigned char *at = text, *end = at + count;
    while (at < end) {
        rw_u32 more = *at < 0x80                  ? 0
                      : *at >= 0xc2 && *at < 0xe0 ? 1
                      : (*at & 0xf0) == 0xe0      ? 2
                      : *at >= 0xf0 && *at < 0xf5 ? 3
                                                  : 4;
        int isWhole = more < 4 && (rw_u32)(end - at) > more;
        for (rw_u32 next = 1; isWhole && next <= more; next++)
            isWhole = (at[next] & 0xc0) == 0x80;
        if (isWhole && more == 2)
            isWhole = !(at[0] == 0xe0 && at[1] < 0xa0) && !(at[0] == 0xed && at[1] > 0x9f);
        if (isWhole && more == 3)
            isWhole = !(at[0] == 0xf0 && at[1] < 0x90) && !(at[0] == 0xf4 && at[1] > 0x8f);
        if (!isWhole)
            rw_stop("the C gives text that is not UTF-8");
        at += more + 1;
    }
}

/* In this unit since the other includes no header of the driver's own. */
void rw_errno_clear(void) {
    errno = 0;
}

rw_i32 rw_errno(void) {
    return errno;
}

/*
 * Memory of exactly the size that is asked for, so that a step behind it is seen; what is not
 * written there differs between the builds, and in the one that checks memory it stays unwritten.
 */
#ifdef RW_MEMORY
static void rw_fill(void *memory, size_t size) {
    (void)memory;
    (void)size;
}
#else
static void rw_fill(void *memory, size_t size) {
#ifdef RW_SANITIZED
    memset(memory, 0xa5, size);
#else
    memset(memory, 0x5a, size);
#endif
}
#endif
static void *rw_made[1 << 16];
static size_t rw_made_count;

void *rw_room(size_t size) {
    unsigned char *memory = rw_in_arena(size == 0 ? 16 : size);
    if (memory == 0)
        _exit(92);
    rw_fill(memory, size == 0 ? 16 : size);
    if (rw_made_count < sizeof rw_made / sizeof *rw_made)
        rw_made[rw_made_count++] = memory;
    return size == 0 ? memory + 16 : memory;
}

/* The same, for what the C may give to realloc or free: it begins where malloc said. */
void *rw_owned(size_t size) {
    unsigned char *memory = rw_in_arena(size);
    if (memory == 0)
        _exit(92);
    rw_fill(memory, size);
    if (rw_made_count < sizeof rw_made / sizeof *rw_made)
        rw_made[rw_made_count++] = memory;
    return memory;
}

/* Memory of exactly that size, with what the first bytes of other memory hold. */
void *rw_fitted(const void *memory, size_t size) {
    void *fitted = rw_room(size);
    memcpy(fitted, memory, size);
    return fitted;
}

/* Where lists began which the C writes, and the fields that point into them; the last ones. */
enum { RW_WRITTEN = 16, RW_WRITTEN_MOST = 1 << 16 };

static struct {
    const void *field;
    char *start;
    size_t size;
} rw_written_lists[RW_WRITTEN];

static size_t rw_written_count;

/* Memory for so many elements, but not for more than any input makes the C write. */
void *rw_written_room(void *field, rw_u64 count, size_t size) {
    size_t at = rw_written_count++ % RW_WRITTEN;
    rw_written_lists[at].field = field;
    rw_written_lists[at].size = (count < RW_WRITTEN_MOST ? count : RW_WRITTEN_MOST) * size;
    rw_written_lists[at].start = rw_owned(rw_written_lists[at].size);
    return rw_written_lists[at].start;
}

/* Memory that a call is given as arguments of their own; the last ones. */
enum { RW_GIVEN = 32 };

static struct {
    const char *start;
    size_t size;
} rw_given_memory[RW_GIVEN];

static size_t rw_given_count;

void rw_give(const volatile void *start, size_t size) {
    size_t at = rw_given_count++ % RW_GIVEN;
    rw_given_memory[at].start = (const char *)start;
    rw_given_memory[at].size = size;
}

static int rw_is_given(const char *place) {
    for (size_t at = 0; at < RW_GIVEN && at < rw_given_count; at++)
        if (place >= rw_given_memory[at].start &&
            (size_t)(place - rw_given_memory[at].start) <= rw_given_memory[at].size)
            return 1;
    return 0;
}

/* How many elements are written, and where they begin. Of what was written to an argument that the
 * C has let the pointer lead into, that argument tells. A pointer to elsewhere makes the input not
 * count. */
rw_u32 rw_written(void *field, const void *end, size_t size, void **start) {
    for (size_t back = 1; back <= RW_WRITTEN && back <= rw_written_count; back++) {
        size_t at = (rw_written_count - back) % RW_WRITTEN;
        if (rw_written_lists[at].field != field)
            continue;
        *start = rw_written_lists[at].start;
        size_t length = (size_t)((const char *)end - rw_written_lists[at].start);
        if (length > rw_written_lists[at].size && rw_is_given(end))
            return 0;
        if (length > rw_written_lists[at].size)
            rw_invalid_input();
        return (rw_u32)(length / size);
    }
    rw_invalid_input();
    return 0;
}
