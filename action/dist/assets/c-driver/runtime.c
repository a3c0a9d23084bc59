/*
 * The part of the driver of C that is the same for every function, a unit of its own: it reads
 * cases, calls `rw_call` for each step in a child that is started anew when it ends, and writes
 * results. `config.h` is generated.
 */
#include "values.h"
#include "places.h"
#include "callbacks.h"
#include "sanitizers.h"
#include "unwritten.h"
#include "edges.h"
#include "compares.h"
#include "streams.h"
#include "process.h"
#include "files.h"

static void rw_record(rw_u8 kind, rw_u8 flags, rw_u32 step, const void *bytes, rw_u32 size) {
    static unsigned char *line;
    static size_t room;
    if (room < size + 10u) {
        room = size * 2 + 4096;
        line = realloc(line, room);
        if (line == 0)
            _exit(91);
    }
    line[0] = kind;
    line[1] = flags;
    memcpy(line + 2, &step, 4);
    memcpy(line + 6, &size, 4);
    if (size > 0)
        memcpy(line + 10, bytes, size);
    for (size_t done = 0; done < size + 10u;) {
        ssize_t wrote = write(rw_results, line + done, size + 10u - done);
        if (wrote < 0 && errno != EINTR)
            _exit(95);
        if (wrote > 0)
            done += (size_t)wrote;
    }
    rw_shared->next++;
}

static void rw_signal(int number) {
    rw_stop(number == SIGFPE    ? "division by zero or overflow of a division"
            : number == SIGABRT ? "the C aborts"
                                : "access to memory that is not there");
}

static int rw_is_expired(double seconds, const struct timeval *since) {
    struct timeval now;
    gettimeofday(&now, 0);
    return (double)(now.tv_sec - since->tv_sec) + (double)(now.tv_usec - since->tv_usec) / 1e6 >
           seconds;
}

int rw_piece = -1;
#ifdef RW_ONE_PROCESS
/* Adds what a process has run to the file of those before it. */
int __llvm_profile_write_file(void);
#endif

static rw_u32 rw_call_now;
static size_t rw_out_done;

static void rw_one_case(const unsigned char *start, const unsigned char *end) {
    struct itimerval limit = {{0, 0}, {0, 250000}};
    rw_in = start;
    rw_in_end = end;
    rw_out_used = 0;
    rw_shared->step = 0;
    rw_handle_count = 0;
    rw_forget_behind();
    rw_close_streams();
    rw_begin_options();
    rw_begin_files();
    rw_in_call = 0;
    rw_restore();
    rw_forget_compares();
    setitimer(ITIMER_PROF, &limit, 0);
    int ended = sigsetjmp(rw_jump, 1);
    if (ended == 0) {
        rw_u32 steps = rw_get_u32();
        rw_is_in_case = 1;
        for (; rw_shared->step < steps; rw_shared->step++) {
            rw_out_done = rw_out_used;
            rw_call(rw_call_now = rw_get_u32());
        }
        rw_is_in_case = 0;
        rw_free_all();
        rw_write_compares();
        rw_record(0, rw_keep_edges(1), 0, rw_out, (rw_u32)rw_out_used);
    } else if (ended == 3) {
        rw_is_in_case = rw_in_call = 0;
        rw_out_used = rw_out_done;
        rw_put(&rw_status, sizeof rw_status);
        rw_effects(rw_call_now);
        rw_free_all();
        rw_record(3, rw_keep_edges(1), rw_shared->step, rw_out, (rw_u32)rw_out_used);
    } else {
        rw_is_in_case = rw_in_call = 0;
        rw_free_all();
        rw_keep_edges(0);
        if (ended == 2) {
            rw_shared->endless++;
            rw_record(2, 0, rw_shared->step, "", 0);
        } else {
            /* What kept the object from being made: inputs are made of it that pass. */
            if (ended == 4)
                rw_write_compares();
            rw_record(1, 0, rw_shared->step, rw_message, (rw_u32)strlen(rw_message));
        }
    }
    rw_end_files();
}

static void rw_child(const unsigned char *const *starts, rw_u32 count, double seconds,
                     const struct timeval *since) {
    static unsigned char stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = rw_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaltstack(&other, 0);
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
    sigaction(SIGFPE, &action, 0);
    sigaction(SIGILL, &action, 0);
    sigaction(SIGABRT, &action, 0);
#ifdef RW_SANITIZED
    __asan_set_error_report_callback(rw_reported);
#endif
    while (rw_shared->next < count) {
        rw_u32 now = rw_shared->next;
        if (now % 64 == 0 && rw_is_expired(seconds, since))
            break;
        if (rw_shared->endless >= RW_MAX_ENDLESS)
            break;
        alarm(20);
        rw_one_case(starts[now], starts[now + 1]);
        if (rw_fork_each) {
#ifdef RW_ONE_PROCESS
            __llvm_profile_write_file();
#endif
            _exit(96);
        }
    }
}

int main(int argc, char **argv) {
    if (argc < 5)
        return 2;
    int file = open(argv[1], O_RDONLY);
    off_t size = lseek(file, 0, SEEK_END);
    const unsigned char *all =
        size > 0 ? mmap(0, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0) : (const void *)"";
    rw_results = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
    rw_shared =
        mmap(0, sizeof *rw_shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (file < 0 || rw_results < 0 || rw_shared == MAP_FAILED)
        return 2;
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, 1);
        close(nowhere);
    }
    rw_open_prints();
    /* What is opened behind the home is closed before each case. */
    if (strcmp(argv[4], "none") != 0)
        rw_open_compares();
    rw_open_unwritten();
    rw_open_home();
    double seconds = atof(argv[3]);
    for (int option = 5; option < argc; option++) {
        if (strncmp(argv[option], "piece=", 6) == 0)
            rw_piece = atoi(argv[option] + 6);
#ifdef RW_ONE_PROCESS
        if (strncmp(argv[option], "places=", 7) == 0)
            rw_use_arena(argv[option] + 7);
#endif
    }
#ifdef RW_SANITIZED
    for (int option = 5; option < argc; option++) {
        if (strcmp(argv[option], "wide-shifts") == 0)
            rw_wide_shifts = 1;
        if (strcmp(argv[option], "room") == 0)
            rw_has_room = 1;
        if (strcmp(argv[option], "behind") == 0)
            rw_watches_behind = 1;
        if (strcmp(argv[option], "behind=ends") == 0)
            rw_watches_behind = 2;
    }
#endif
    rw_edges_file(argv[4], 1);
    rw_u32 count = 0;
    for (const unsigned char *at = all; at < all + size; count++) {
        rw_u32 n;
        memcpy(&n, at, 4);
        at += 4 + n;
    }
    const unsigned char **starts = malloc((count + 1) * sizeof *starts);
    rw_u32 index = 0;
    const unsigned char *at = all;
    for (; index < count; index++) {
        rw_u32 n;
        memcpy(&n, at, 4);
        starts[index] = at + 4;
        at += 4 + n;
    }
    starts[count] = at + 4;
    struct timeval since;
    gettimeofday(&since, 0);
    rw_save();
#ifdef RW_ONE_PROCESS
    /* Fresh memory holds other bytes than in the build with sanitizers: what depends on it differs.
     */
    mallopt(M_PERTURB, 0x5a);
    if (!rw_fork_each) {
        rw_child(starts, count, seconds, &since);
        exit(0);
    }
#endif
    rw_u32 hung = 0;
    while (rw_shared->next < count && !rw_is_expired(seconds, &since)) {
        rw_u32 before = rw_shared->next;
        pid_t child = fork();
        if (child < 0)
            return 3;
        if (child == 0) {
            rw_child(starts, count, seconds, &since);
            rw_edges_file(argv[4], 0);
            _exit(0);
        }
        int status = 0;
        if (waitpid(child, &status, 0) < 0)
            return 3;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        if (WIFEXITED(status) && code == 0)
            break;
        if (WIFEXITED(status) && (code == 93 || code == 96))
            continue;
        if (WIFEXITED(status) && code >= 90 && code <= 95 && rw_shared->next == before)
            return code;
        if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM)) {
            rw_record(2, 0, rw_shared->step, "", 0);
            if (++hung >= 4)
                break;
            continue;
        }
        char message[80];
        if (WIFSIGNALED(status))
            snprintf(message, sizeof message, "signal %d", WTERMSIG(status));
        else
            snprintf(message, sizeof message, "it ends the process with status %d", code);
        rw_record(1, 0, rw_shared->step, message, (rw_u32)strlen(message));
    }
    if (rw_fork_each)
        rw_edges_file(argv[4], 0);
    return 0;
}
