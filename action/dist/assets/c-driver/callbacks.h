/* What functions of the caller use: scripts by which they answer, and notes of their calls. */
#pragma once
#include "values.h"

/* A script: elements, and how many of them at most each time. */
struct rw_script {
    const unsigned char *next, *pieces;
    rw_u32 left, pieces_left;
};
static struct rw_script rw_scripts[256];
static void *rw_contexts[256];
static rw_u32 rw_script_count;

static struct {
    unsigned char *bytes;
    size_t used, room;
    rw_u32 count;
} rw_logs[16];

void rw_callbacks_reset(void) {
    rw_script_count = 0;
    for (size_t at = 0; at < sizeof rw_logs / sizeof *rw_logs; at++)
        rw_logs[at].used = rw_logs[at].count = 0;
}

/* The context is an address that the C cannot use, but to give it back. */
void *rw_script_new(void) {
    if (rw_script_count == sizeof rw_scripts / sizeof *rw_scripts)
        rw_stop("too many functions of the caller");
    void *context = rw_room(0);
    rw_contexts[rw_script_count] = context;
    rw_scripts[rw_script_count++] = (struct rw_script){0};
    return context;
}

static struct rw_script *rw_script_of(void *context) {
    for (rw_u32 at = rw_script_count; at-- > 0;)
        if (rw_contexts[at] == context)
            return &rw_scripts[at];
    rw_stop("a function of the caller is called with a context that is not its own");
    return 0;
}

/* Which script of the case it is, of so many at most. */
rw_u32 rw_script_index(void *context, rw_u32 most) {
    rw_u32 at = (rw_u32)(rw_script_of(context) - rw_scripts);
    if (at >= most)
        rw_stop("too many functions of the caller");
    return at;
}

static const unsigned char *rw_skip(size_t size) {
    if ((size_t)(rw_in_end - rw_in) < size)
        _exit(90);
    rw_in += size;
    return rw_in - size;
}

/* Elements of that size from the case; then, maybe, the pieces. */
void rw_script_list(void *context, rw_u32 size) {
    struct rw_script *script = rw_script_of(context);
    script->left = rw_get_u32();
    script->next = rw_skip((size_t)script->left * size);
}

void rw_script_pieces(void *context) {
    struct rw_script *script = rw_script_of(context);
    script->pieces_left = rw_get_u32();
    script->pieces = rw_skip(script->pieces_left);
}

void rw_script_byte(void *context) {
    struct rw_script *script = rw_script_of(context);
    script->left = 1;
    script->next = rw_skip(1);
}

/* From here on, values are read from the script; behind its end they are zero. */
static const unsigned char *rw_case_in, *rw_case_end;

void rw_script_open(void *context, rw_u32 count, rw_u32 size) {
    static const unsigned char zeros[16];
    struct rw_script *script = rw_script_of(context);
    rw_case_in = rw_in;
    rw_case_end = rw_in_end;
    if (script->left < count) {
        rw_in = zeros;
        rw_in_end = zeros + sizeof zeros;
        return;
    }
    rw_in = script->next;
    rw_in_end = script->next + (size_t)count * size;
    script->left -= count;
    script->next += (size_t)count * size;
}

void rw_script_close(void) {
    rw_in = rw_case_in;
    rw_in_end = rw_case_end;
}

/* How many elements are given now; -1 for a failure. */
rw_i64 rw_script_piece(void *context, rw_u32 room, int can_fail) {
    struct rw_script *script = rw_script_of(context);
    rw_u32 count = room < script->left ? room : script->left;
    if (script->pieces_left == 0)
        return count;
    script->pieces_left--;
    rw_u32 piece = *script->pieces++;
    if (piece == 0 && can_fail)
        return -1;
    return piece < 255 && piece < count ? piece : count;
}

/* By what it changes what it is given now; behind the end of the script, by nothing. */
rw_u8 rw_script_change(void *context) {
    struct rw_script *script = rw_script_of(context);
    if (script->pieces_left == 0)
        return 0;
    script->pieces_left--;
    return *script->pieces++;
}

/* What was written to the results since a mark is a call, for the log. */
rw_u32 rw_mark(void) {
    return (rw_u32)rw_out_used;
}

void rw_log(rw_u32 number, rw_u32 mark) {
    size_t size = rw_out_used - mark;
    if (rw_logs[number].used + size > (1u << 24))
        rw_stop("too many calls of a function of the caller");
    if (rw_logs[number].used + size > rw_logs[number].room) {
        rw_logs[number].room = (rw_logs[number].used + size) * 2 + 4096;
        rw_logs[number].bytes = realloc(rw_logs[number].bytes, rw_logs[number].room);
        if (rw_logs[number].bytes == 0)
            _exit(91);
    }
    if (size > 0)
        memcpy(rw_logs[number].bytes + rw_logs[number].used, rw_out + mark, size);
    rw_logs[number].used += size;
    rw_logs[number].count++;
    rw_out_used = mark;
}

void rw_log_put(rw_u32 number) {
    rw_put(&rw_logs[number].count, 4);
    rw_put(rw_logs[number].bytes, rw_logs[number].used);
    rw_logs[number].used = rw_logs[number].count = 0;
}

/* One of eight orders of two values, by what was written of them: the last bytes count most. */
/* What a value is compared with that is searched for: as many equal bytes. */
void rw_pivot(void *context, rw_u32 mark, rw_u32 middle) {
    unsigned char byte = *rw_script_of(context)->next & 0xf8;
    for (rw_u32 at = mark; at < middle; at++)
        rw_put(&byte, 1);
}

int rw_order(void *context, rw_u32 mark, rw_u32 middle) {
    unsigned char mode = *rw_script_of(context)->next;
    size_t first = middle - mark, second = rw_out_used - middle;
    const unsigned char *a = rw_out + mark, *b = rw_out + middle;
    int order = 0;
    if ((mode & 6) == 2 && first > 0 && second > 0)
        order = (a[0] & 3) - (b[0] & 3);
    else if ((mode & 6) == 4 && first > 0 && second > 0)
        order = a[0] - b[0];
    else if ((mode & 6) != 6) {
        if (first != second)
            order = first < second ? -1 : 1;
        for (size_t at = first; order == 0 && at-- > 0;)
            order = a[at] - b[at];
    }
    rw_out_used = mark;
    if (mode & 1)
        order = -order;
    return (order > 0) - (order < 0);
}
