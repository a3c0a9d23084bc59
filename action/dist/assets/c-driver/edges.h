/* Counts which edges of the unit a case takes, so that inputs which take new ones are told. */
#pragma once
#include "values.h"

/*
 * Which edges of the unit a case was the first to take, or to take so often: in powers of two, as
 * AFL counts them.
 */
#ifdef RW_SANITIZED
enum { RW_EDGES = 1 << 20 };

static rw_u8 rw_own_seen[RW_EDGES], *rw_seen = rw_own_seen, rw_counts[RW_EDGES];
static rw_u32 rw_taken[1 << 16];
static size_t rw_taken_count;
/* The edges that there are have the numbers from 1 on. */
static rw_u32 rw_edge_count;

/*
 * What takes more is as good as endless: told by counting, it costs no process and is the same each
 * time.
 */
enum { RW_MAX_STEPS = 1 << 22, RW_FEW_STEPS = 1 << 19 };

static rw_u32 rw_steps, rw_steps_limit = RW_MAX_STEPS;

/*
 * Where many cases end soon, one that takes eight times as long as any is not waited for any
 * longer.
 */
static void rw_learn_steps(void) {
    static rw_u32 counted, most;
    if (rw_steps > most)
        most = rw_steps;
    if (++counted < 64)
        return;
    rw_u32 enough = most > RW_FEW_STEPS / 8 ? most * 8 : RW_FEW_STEPS;
    rw_steps_limit = enough < RW_MAX_STEPS ? enough : RW_MAX_STEPS;
}

void __sanitizer_cov_trace_pc_guard_init(rw_u32 *start, rw_u32 *stop) {
    for (rw_u32 *at = start; at < stop; at++)
        if (*at == 0 && rw_edge_count + 1 < RW_EDGES)
            *at = ++rw_edge_count;
}

__attribute__((no_sanitize("address", "undefined"))) void
__sanitizer_cov_trace_pc_guard(rw_u32 *guard) {
    if (++rw_steps > rw_steps_limit && rw_is_in_case)
        siglongjmp(rw_jump, 2);
    if (rw_counts[*guard] == 255 ||
        (rw_counts[*guard] == 0 && rw_taken_count >= sizeof rw_taken / sizeof *rw_taken))
        return;
    if (rw_counts[*guard]++ == 0)
        rw_taken[rw_taken_count++] = *guard;
}

static rw_u8 rw_keep_edges(int keep) {
    rw_u8 found = 0;
    for (size_t i = 0; i < rw_taken_count; i++) {
        rw_u32 edge = rw_taken[i];
        rw_u8 times = 1;
        for (int count = rw_counts[edge]; count > 1; count /= 2)
            times = (rw_u8)(times * 2);
        if (keep && !(rw_seen[edge] & times)) {
            rw_seen[edge] |= times;
            found = 1;
        }
        rw_counts[edge] = 0;
    }
    rw_taken_count = 0;
    if (keep)
        rw_learn_steps();
    rw_steps = 0;
    return found;
}

static void rw_edges_file(const char *path, int load) {
    /* What a process of one case has taken is known to the next. */
    if (load && rw_fork_each) {
        rw_seen = mmap(0, RW_EDGES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (rw_seen == MAP_FAILED)
            _exit(94);
    }
    int file = open(path, load ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0)
        return;
    if (load) {
        if (read(file, rw_seen, RW_EDGES) < 0)
            _exit(94);
    } else if (write(file, rw_seen, rw_edge_count + 1) < 0)
        _exit(94);
    close(file);
}
#else
static rw_u8 rw_keep_edges(int keep) {
    (void)keep;
    return 0;
}

static void rw_edges_file(const char *path, int load) {
    (void)path;
    (void)load;
}
#endif
