/* What the C prints, and how it ends the process. */
#pragma once
#include "behind.h"
#include "values.h"

#include <stdio_ext.h>

/* What is printed goes to files in memory, one for stdout and one for stderr. */
static int rw_print_files[2] = {-1, -1};
static FILE *rw_standard[2], *rw_standard_input;
static int rw_in_call;

static FILE *rw_print_stream(int which) {
    return rw_standard[which];
}

static void rw_open_prints(void) {
    rw_standard[0] = stdout;
    rw_standard[1] = stderr;
    rw_standard_input = stdin;
    for (int i = 0; rw_prints && i < 2; i++) {
        int file = memfd_create("printed", MFD_CLOEXEC);
        rw_print_files[i] = fcntl(file, F_DUPFD_CLOEXEC, 200);
        if (rw_print_files[i] < 0)
            return __real_exit(2);
        close(file);
    }
}

/* Each call begins with nothing printed, whatever an earlier one did to its descriptors. */
static void rw_put_back_prints(void) {
    stdout = rw_standard[0];
    stderr = rw_standard[1];
    stdin = rw_standard_input;
    if (!rw_prints)
        return;
    for (int i = 0; i < 2; i++) {
        __fpurge(rw_print_stream(i));
        clearerr(rw_print_stream(i));
        if (lseek(rw_print_files[i], 0, SEEK_CUR) != 0 || ftruncate(rw_print_files[i], 0) != 0) {
            if (lseek(rw_print_files[i], 0, SEEK_SET) < 0 || ftruncate(rw_print_files[i], 0) != 0)
                _exit(91);
        }
        dup2(rw_print_files[i], i + 1);
    }
}

/* getopt begins anew, whatever it was at. */
static void rw_begin_options(void) {
    static char name[] = "c";
    char *none[] = {name, 0};
    if (!rw_prints)
        return;
    optind = 0;
    getopt(1, none, "");
    optind = opterr = 1;
    optarg = 0;
}

void rw_begin_call(void) {
    rw_put_back_prints();
    rw_in_call = 1;
}

void rw_end_call(void) {
    rw_in_call = 0;
    rw_end_behind();
    if (rw_prints) {
        fflush(rw_print_stream(0));
        fflush(rw_print_stream(1));
    }
    stdout = rw_standard[0];
    stderr = rw_standard[1];
}

/* The first bytes; where there are more, their number and a checksum of all stand behind them. */
enum { RW_MAX_PRINTED = 1 << 15 };

void rw_put_printed(const char *key) {
    int file = rw_print_files[strcmp(key, "stderr") == 0];
    off_t end = lseek(file, 0, SEEK_END);
    rw_u64 size = end < 0 ? 0 : (rw_u64)end, check = 0xcbf29ce484222325u;
    rw_u32 told = size > RW_MAX_PRINTED ? RW_MAX_PRINTED + 16 : (rw_u32)size;
    unsigned char *bytes = size == 0 ? 0 : mmap(0, size, PROT_READ, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        _exit(91);
    rw_put(&told, sizeof told);
    if (told == size)
        rw_put(bytes, size);
    else {
        rw_put(bytes, RW_MAX_PRINTED);
        for (rw_u64 i = 0; i < size; i++)
            check = (check ^ bytes[i]) * 0x100000001b3u;
        rw_put(&size, sizeof size);
        rw_put(&check, sizeof check);
    }
    if (bytes != 0)
        munmap(bytes, size);
}

/*
 * A call that ends the process ends the case; with the status, above that the number of a signal.
 */
static rw_u32 rw_status;
static void rw_ended(rw_u32 status, int flushes) __attribute__((noreturn));

static void rw_ended(rw_u32 status, int flushes) {
    if (!rw_may_end) {
        char message[80];
        if (status >= 256)
            snprintf(message, sizeof message, "the C aborts");
        else
            snprintf(message, sizeof message, "the C ends the process with status %u", status);
        rw_stop(message);
    }
    for (int i = 0; rw_prints && i < 2; i++)
        if (flushes)
            fflush(rw_print_stream(i));
        else
            __fpurge(rw_print_stream(i));
    rw_status = status;
    siglongjmp(rw_jump, 3);
}

/* The end of a program that returns from its main. */
void rw_exit(int status) {
    rw_ended((rw_u32)status & 255, 1);
}

#undef _exit
#undef exit
void __real_abort(void) __attribute__((noreturn));

void __wrap_exit(int status) {
    if (rw_in_call)
        rw_ended(status & 255, 1);
    __real_exit(status);
}

void __wrap__exit(int status) {
    if (rw_in_call)
        rw_ended(status & 255, 0);
    __real__exit(status);
}

void __wrap__Exit(int status) {
    if (rw_in_call)
        rw_ended(status & 255, 0);
    __real__exit(status);
}

void __wrap_quick_exit(int status) {
    if (rw_in_call)
        rw_ended(status & 255, 0);
    __real__exit(status);
}

void __wrap_abort(void) {
    if (rw_in_call)
        rw_ended(256 + SIGABRT, 0);
    __real_abort();
}

#define _exit __real__exit
#define exit __real_exit
