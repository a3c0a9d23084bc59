/*
 * What the build that knows of each byte whether anything was written to it does in place of its
 * reports: it ends the case alone, and not the process, which would cost as much as a hundred
 * cases.
 */
#pragma once
#include "values.h"

#ifdef RW_MEMORY
/* What is seen within a function of the library ends the process, with this status. */
const char *__msan_default_options(void) {
    return "exitcode=97:symbolize=0";
}

/* In place of that of the sanitizer: a branch or an address that goes by such memory. */
void __wrap___msan_warning_noreturn(void) {
    if (!rw_is_in_case)
        _exit(97);
    rw_stop(RW_UNWRITTEN);
}

/* Which of the two is called depends on the version of the compiler. */
void __wrap___msan_warning_with_origin_noreturn(rw_u32 origin) {
    (void)origin;
    __wrap___msan_warning_noreturn();
}

static int rw_unwritten_file = -1;

static void rw_open_unwritten(void) {
    rw_unwritten_file =
        open("unwritten", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
}

/* Notes that a function has made an object with a field which is not written as a whole. */
void rw_note_unwritten(const char *maker, const char *field, const void *at, size_t size) {
    static const char *seen[64];
    static size_t count;
    if (__msan_test_shadow(at, size) < 0)
        return;
    for (size_t one = 0; one < count; one++)
        if (seen[one] == field)
            return;
    if (count < sizeof seen / sizeof *seen)
        seen[count++] = field;
    dprintf(rw_unwritten_file, "%s %s\n", maker, field);
}
#else
static void rw_open_unwritten(void) {
}
#endif
