/*
 * What the last comparisons of a case were about, so that inputs can be made that pass them: values
 * that an input holds are put in the place of those that they were compared with (input-to-state
 * correspondence, Aschermann and others 2019).
 */
#pragma once
#include "values.h"

#ifdef RW_SANITIZED
enum { RW_MAX_COMPARES = 12 };

static struct { rw_u64 site, left, right; } rw_compares[RW_MAX_COMPARES];

static rw_u32 rw_compare_count;
static int rw_compares_file = -1;

/* The memory of a program. Few numbers that are no addresses are there. */
static int rw_is_address(rw_u64 value) {
    return value == 0 || (value > (rw_u64)1 << 44 && value < (rw_u64)1 << 47);
}

/* What no input holds: the sanitizers compare addresses wherever the C uses one, with none above
 * all, and they would be most of what was compared last. */
static void rw_compare(const void *caller, rw_u64 left, rw_u64 right);

__attribute__((no_sanitize("address", "undefined"))) static void
rw_compare_wide(const void *caller, rw_u64 left, rw_u64 right) {
    if (!rw_is_address(left) || !rw_is_address(right))
        rw_compare(caller, left, right);
}

__attribute__((no_sanitize("address", "undefined"))) static void
rw_compare(const void *caller, rw_u64 left, rw_u64 right) {
    if (!rw_is_in_case || left == right)
        return;
    /* Where the program is loaded must not matter. */
    rw_u64 site = (uintptr_t)caller - (uintptr_t)&rw_stop;
    /* The condition of a loop is met again and again: the last time counts. */
    if (rw_compare_count > 0 && rw_compares[(rw_compare_count - 1) % RW_MAX_COMPARES].site == site)
        rw_compare_count--;
    rw_compares[rw_compare_count % RW_MAX_COMPARES].site = site;
    rw_compares[rw_compare_count % RW_MAX_COMPARES].left = left;
    rw_compares[rw_compare_count % RW_MAX_COMPARES].right = right;
    rw_compare_count++;
}

void __sanitizer_cov_trace_cmp1(rw_u8 left, rw_u8 right) {
    rw_compare(__builtin_return_address(0), left, right);
}

void __sanitizer_cov_trace_cmp2(rw_u16 left, rw_u16 right) {
    rw_compare(__builtin_return_address(0), left, right);
}

void __sanitizer_cov_trace_cmp4(rw_u32 left, rw_u32 right) {
    rw_compare(__builtin_return_address(0), left, right);
}

void __sanitizer_cov_trace_cmp8(rw_u64 left, rw_u64 right) {
    rw_compare_wide(__builtin_return_address(0), left, right);
}

void __sanitizer_cov_trace_const_cmp1(rw_u8 left, rw_u8 right) {
    rw_compare(__builtin_return_address(0), left, right);
}

void __sanitizer_cov_trace_const_cmp2(rw_u16 left, rw_u16 right) {
    rw_compare(__builtin_return_address(0), left, right);
}

void __sanitizer_cov_trace_const_cmp4(rw_u32 left, rw_u32 right) {
    rw_compare(__builtin_return_address(0), left, right);
}

void __sanitizer_cov_trace_const_cmp8(rw_u64 left, rw_u64 right) {
    rw_compare_wide(__builtin_return_address(0), left, right);
}

/* How many cases there are, how many bits they have, and the cases. One of them stands for all:
 * another one with each value, since each input shows its own. */
__attribute__((no_sanitize("address", "undefined"))) void
__sanitizer_cov_trace_switch(rw_u64 value, rw_u64 *cases) {
    if (cases[0] == 0)
        return;
    rw_u64 at = (value * 0x9e3779b97f4a7c15ULL >> 32) % cases[0];
    if (cases[2 + at] == value)
        at = (at + 1) % cases[0];
    rw_compare(__builtin_return_address(0), value, cases[2 + at]);
}

void __sanitizer_cov_trace_div4(rw_u32 value) {
    (void)value;
}

void __sanitizer_cov_trace_div8(rw_u64 value) {
    (void)value;
}

void __sanitizer_cov_trace_gep(uintptr_t index) {
    (void)index;
}

void __sanitizer_weak_hook_memcmp(void *caller, const void *left, const void *right, size_t size,
                                  int result) {
    if (result == 0 || !rw_is_in_case)
        return;
    rw_u64 both[2] = {0, 0};
    memcpy(&both[0], left, size < 8 ? size : 8);
    memcpy(&both[1], right, size < 8 ? size : 8);
    rw_compare(caller, both[0], both[1]);
}

/* The number of the case, how many comparisons, and these. */
static void rw_write_compares(void) {
    rw_u32 count = rw_compare_count < RW_MAX_COMPARES ? rw_compare_count : RW_MAX_COMPARES;
    unsigned char line[8 + sizeof rw_compares];
    if (count > 0 && rw_compares_file >= 0) {
        memcpy(line, &rw_shared->next, 4);
        memcpy(line + 4, &count, 4);
        memcpy(line + 8, rw_compares, count * sizeof *rw_compares);
        if (write(rw_compares_file, line, 8 + count * sizeof *rw_compares) < 0)
            rw_compares_file = -1;
    }
    rw_compare_count = 0;
}

static void rw_forget_compares(void) {
    rw_compare_count = 0;
}

static void rw_open_compares(void) {
    rw_compares_file = open("compares", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
}
#else
static void rw_write_compares(void) {
}

static void rw_forget_compares(void) {
}

static void rw_open_compares(void) {
}
#endif
