/*
 * What takes the place of the sanitizers' reports, so that the driver can go on with the next case;
 * and memory that it gives back after each case. The plain build has only that.
 */
#pragma once
#include "behind.h"
#include "values.h"

#ifdef RW_SANITIZED
void __asan_handle_no_return(void);
void __asan_set_error_report_callback(void (*callback)(const char *));
#define RW_PLAIN __attribute__((no_sanitize("address", "undefined")))

struct rw_location {
    const char *file;
    rw_u32 line, column;
};

/* Where the C shifts too far in every case: then it is as this machine does it. */
static int rw_wide_shifts;

RW_PLAIN static void rw_undefined(struct rw_location *at, const char *text) {
    if (rw_wide_shifts && strcmp(text, RW_WIDE_SHIFT) == 0)
        return;
    char message[400];
    snprintf(message, sizeof message, "%s:%u:%u: %s", at->file ? at->file : "?", at->line,
             at->column, text);
    rw_stop(message);
}

/* config.h lists the functions of the sanitizer whose place this takes, with what they say. */
#define RW_HANDLER(name, text)                                                                     \
    RW_PLAIN void __wrap___ubsan_handle_##name(struct rw_location *at) {                           \
        rw_undefined(at, text);                                                                    \
    }
RW_UNDEFINED_BEHAVIOUR(RW_HANDLER)
/* The tables of ctype.h begin at the least char, and end behind the largest unsigned one. */
#define RW_CHARACTER(name)                                                                         \
    int __real_##name(int);                                                                        \
    RW_PLAIN int __wrap_##name(int c) {                                                            \
        if (c < -128 || c > 255)                                                                   \
            rw_stop("call of " #name " with what is no character");                                \
        return __real_##name(c);                                                                   \
    }
RW_CHARACTER_FUNCTIONS(RW_CHARACTER)

/* Where the C reaches beyond memory in every case: all memory has so much more. */
static int rw_has_room;
int __asan_address_is_poisoned(const volatile void *);

/* Whether this is right behind a variable of the C, on its stack, where the sanitizer has room. */
RW_PLAIN static int rw_is_in_room(uintptr_t at) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (!rw_has_room || at < here || at - here > (1 << 23))
        return 0;
    for (uintptr_t before = 1; before <= RW_ROOM; before++)
        if (!__asan_address_is_poisoned((void *)(at - before)))
            return 1;
    return 0;
}

#define RW_ADDRESS(kind, size)                                                                     \
    RW_PLAIN void __wrap___asan_report_##kind##size##_noabort(uintptr_t at) {                      \
        if (!rw_is_behind(at, size, #kind[0] == 's') && !rw_is_in_room(at))                        \
            rw_stop(#kind " of " #size " bytes outside of the memory given");                      \
    }
RW_ADDRESS(load, 1)
RW_ADDRESS(load, 2)
RW_ADDRESS(load, 4)
RW_ADDRESS(load, 8)
RW_ADDRESS(load, 16)
RW_ADDRESS(store, 1)
RW_ADDRESS(store, 2)
RW_ADDRESS(store, 4)
RW_ADDRESS(store, 8)
RW_ADDRESS(store, 16)

RW_PLAIN void __wrap___asan_report_load_n_noabort(uintptr_t at, size_t size) {
    if (!rw_is_behind(at, size, 0) && (size > RW_ROOM || !rw_is_in_room(at)))
        rw_stop("load outside of the memory given");
}

RW_PLAIN void __wrap___asan_report_store_n_noabort(uintptr_t at, size_t size) {
    if (!rw_is_behind(at, size, 1) && (size > RW_ROOM || !rw_is_in_room(at)))
        rw_stop("store outside of the memory given");
}

/* Of no bytes, none may be used; the sanitizer gives one. */
void __asan_poison_memory_region(const volatile void *, size_t);
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real___asan_memcpy(void *, const void *, size_t);
void *__real___asan_memmove(void *, const void *, size_t);
void *__real___asan_memset(void *, int, size_t);

/* Whether it is behind a list, of which the sanitizer must not hear. */
RW_PLAIN static int rw_check(const void *at, size_t size, int is_store, const char *what) {
    if (size == 0)
        return 0;
    if (size > ((size_t)1 << 40))
        rw_stop(what);
    if (!__asan_region_is_poisoned((void *)at, size))
        return 0;
    if (!rw_is_behind((uintptr_t)at, size, is_store))
        rw_stop(what);
    return 1;
}

/* Byte by byte, since the functions of the library are the sanitizer's. */
RW_PLAIN static void *rw_move(void *to, const void *from, size_t size) {
    volatile char *out = to;
    const volatile char *in = from;
    if ((uintptr_t)to <= (uintptr_t)from)
        for (size_t at = 0; at < size; at++)
            out[at] = in[at];
    else
        while (size-- > 0)
            out[size] = in[size];
    return to;
}

RW_PLAIN void *__wrap___asan_memcpy(void *to, const void *from, size_t size) {
    int is_behind = rw_check(from, size, 0, "memcpy from outside of the memory given");
    is_behind |= rw_check(to, size, 1, "memcpy to outside of the memory given");
    return is_behind ? rw_move(to, from, size) : __real___asan_memcpy(to, from, size);
}

RW_PLAIN void *__wrap___asan_memmove(void *to, const void *from, size_t size) {
    int is_behind = rw_check(from, size, 0, "memmove from outside of the memory given");
    is_behind |= rw_check(to, size, 1, "memmove to outside of the memory given");
    return is_behind ? rw_move(to, from, size) : __real___asan_memmove(to, from, size);
}

RW_PLAIN void *__wrap___asan_memset(void *to, int byte, size_t size) {
    if (!rw_check(to, size, 1, "memset outside of the memory given"))
        return __real___asan_memset(to, byte, size);
    volatile char *out = to;
    for (size_t at = 0; at < size; at++)
        out[at] = (char)byte;
    return to;
}

static size_t rw_with_room(size_t size) {
    return rw_has_room && size <= PTRDIFF_MAX ? size + RW_ROOM : size;
}

/* Whether there is so much memory is a matter of the machine, unless it is more than any machine
 * has. */
enum { RW_MAX_MEMORY = 1 << 22 };

void *__real_realloc(void *, size_t);

static int rw_is_never_there(size_t size) {
    if (size > RW_MAX_MEMORY && size <= PTRDIFF_MAX && rw_is_in_case)
        rw_stop("more memory than a case is given");
    if (size > PTRDIFF_MAX)
        errno = ENOMEM;
    return size > PTRDIFF_MAX;
}

RW_PLAIN void *__wrap_malloc(size_t size) {
    if (rw_is_never_there(size))
        return 0;
    size = rw_with_room(size);
    void *memory = __real_malloc(size);
    if (size == 0 && memory != 0)
        __asan_poison_memory_region(memory, 1);
    return memory;
}

RW_PLAIN void *__wrap_calloc(size_t count, size_t size) {
    size_t all;
    if (__builtin_mul_overflow(count, size, &all))
        all = SIZE_MAX;
    if (rw_is_never_there(all))
        return 0;
    all = rw_with_room(all);
    void *memory = __real_calloc(all, 1);
    if (all == 0 && memory != 0)
        __asan_poison_memory_region(memory, 1);
    return memory;
}

void *__wrap_realloc(void *old, size_t size) {
    return rw_is_never_there(size) ? 0 : __real_realloc(old, rw_with_room(size));
}

const char *__asan_default_options(void) {
    return "halt_on_error=0:detect_leaks=0:symbolize=0:suppress_equal_pcs=0:handle_segv=0:handle_"
           "sigbus=0:"
           "handle_sigfpe=0:handle_sigill=0:handle_abort=0:allocator_may_return_null=1:print_"
           "legend=0:"
           "quarantine_size_mb=8:redzone=1024:max_malloc_fill_size=16777216:detect_stack_use_after_"
           "return=0:"
           "alloc_dealloc_mismatch=0:check_initialization_order=0:detect_odr_violation=0";
}

static int rw_results;
static void rw_record(rw_u8 kind, rw_u8 flags, rw_u32 step, const void *bytes, rw_u32 size);

int __asan_report_present(void);
void *__asan_get_report_address(void);
int __asan_get_report_access_type(void);

/* A report from inside of the library: what it was about to do cannot be undone. */
static void rw_reported(const char *report) {
    /* Behind a list there is room, and the library goes on. */
    if (rw_watches_behind && __asan_report_present() &&
        rw_is_behind((uintptr_t)__asan_get_report_address(), 1, __asan_get_report_access_type()))
        return;
    const char *name = strstr(report, "AddressSanitizer: ");
    size_t length = name == 0 ? 0 : strcspn(name, "\n");
    char message[200];
    if (length > 190)
        length = 190;
    snprintf(message, sizeof message, "%.*s", (int)length, name == 0 ? "" : name);
    char *at = strstr(message, " on ");
    if (at != 0)
        *at = 0;
    rw_record(1, 0, rw_shared->step, message, (rw_u32)strlen(message));
    _exit(93);
}

static void rw_free_all(void) {
    __asan_handle_no_return();
    while (rw_made_count > 0) {
        void *memory = rw_made[--rw_made_count];
        if (__sanitizer_get_ownership(memory))
            free(memory);
    }
}
#else
static int rw_results;

static void rw_free_all(void) {
    rw_made_count = 0;
    rw_given_count = 0;
#ifdef RW_ONE_PROCESS
    rw_leave_arena();
#endif
}
#endif
