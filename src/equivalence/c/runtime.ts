/** The sanitizer's functions that the driver takes the place of, so that it can go on with the next case. */
const UNDEFINED: readonly (readonly [name: string, text: string])[] = [
  ['add_overflow', 'signed integer overflow in an addition'],
  ['sub_overflow', 'signed integer overflow in a subtraction'],
  ['mul_overflow', 'signed integer overflow in a multiplication'],
  ['negate_overflow', 'signed integer overflow in a negation'],
  ['divrem_overflow', 'division by zero or overflow of a division'],
  ['shift_out_of_bounds', 'shift by a negative or too large number, or of a negative value'],
  ['out_of_bounds', 'index out of bounds'],
  ['type_mismatch_v1', 'access through a null or misaligned pointer'],
  ['alignment_assumption', 'misaligned pointer'],
  ['pointer_overflow', 'overflow of a pointer'],
  ['load_invalid_value', 'value that its type does not have'],
  ['float_cast_overflow', 'float that has no place in the integer type'],
  ['nonnull_arg', 'null for an argument that must not be null'],
  ['nonnull_return_v1', 'null returned where it must not be'],
  ['vla_bound_not_positive', 'array of variable length that is not positive'],
  ['builtin_unreachable', 'code that must not be reached'],
  ['missing_return', 'end of a function without a value'],
  ['function_type_mismatch', 'call through a pointer of another type'],
  ['invalid_builtin', 'zero given to a builtin that must not have it'],
];

const SIZES = ['1', '2', '4', '8', '16', '_n'];

/** The options of the linker that put the driver's own functions before those of the sanitizers. */
export const WRAP_OPTIONS: readonly string[] = [
  ...UNDEFINED.map(([name]) => `__ubsan_handle_${name}`),
  ...['load', 'store'].flatMap((kind) =>
    SIZES.map((size) => `__asan_report_${kind}${size}_noabort`),
  ),
  ...['memcpy', 'memset', 'memmove'].map((name) => `__asan_${name}`),
  ...['malloc', 'calloc', 'realloc'],
].map((symbol) => `-Wl,--wrap=${symbol}`);

/**
 * The part of the driver that is the same for every function, a unit of its own: it reads cases,
 * calls `rw_call` for each step in a child that is started anew when it ends, and writes results.
 */
export const C_RUNTIME = `#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
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
typedef uint8_t rw_u8; typedef uint16_t rw_u16; typedef uint32_t rw_u32; typedef uint64_t rw_u64;
typedef int8_t rw_i8; typedef int16_t rw_i16; typedef int32_t rw_i32; typedef int64_t rw_i64;

/* Of the unit with the function. */
void rw_call(rw_u32 call);
void rw_save(void);
void rw_restore(void);
extern const int rw_fork_each;

#ifdef RW_SANITIZED
void *__asan_region_is_poisoned(void *begin, size_t size);
int __sanitizer_get_ownership(const volatile void *p);
size_t __sanitizer_get_allocated_size(const volatile void *p);
#endif
static sigjmp_buf rw_jump;
static char rw_message[400];
static const unsigned char *rw_in, *rw_in_end;
static unsigned char *rw_out;
static size_t rw_out_used, rw_out_room;
static struct { rw_u32 next, step, endless; } *rw_shared;
/* So many cases of a round that do not end are enough to learn from. */
enum { RW_MOST_ENDLESS = 24 };
static volatile sig_atomic_t rw_is_in_case;

static void rw_stop(const char *message) {
  snprintf(rw_message, sizeof rw_message, "%s", message);
  siglongjmp(rw_jump, 1);
}

/* Reading. */
void rw_get(void *to, size_t size) {
  if ((size_t)(rw_in_end - rw_in) < size) _exit(90);
  memcpy(to, rw_in, size);
  rw_in += size;
}
static rw_u32 rw_get_u32(void) { rw_u32 v; rw_get(&v, sizeof v); return v; }

/* Writing. */
void rw_put(const void *from, size_t size) {
  if (rw_out_used + size > rw_out_room) {
    rw_out_room = (rw_out_used + size) * 2 + 4096;
    rw_out = realloc(rw_out, rw_out_room);
    if (rw_out == 0) _exit(91);
  }
  memcpy(rw_out + rw_out_used, from, size);
  rw_out_used += size;
}

/* A value that the C cannot be given: the case does not count. */
void rw_misfit(void) { rw_stop("more elements than the C has room for"); }
/* Objects that the calls of a case make, by number. */
static void *rw_handles[1024];
static rw_u32 rw_handle_count;
void rw_make(void *object) {
  if (rw_handle_count < sizeof rw_handles / sizeof *rw_handles) rw_handles[rw_handle_count++] = object;
}
/* One that Rust always makes. */
void rw_make_one(void *object) {
  if (object == 0) rw_stop("no object is made");
  rw_make(object);
}
void *rw_handle(rw_u32 number) {
  if (number >= rw_handle_count || rw_handles[number] == 0) rw_stop("the object was not made");
  return rw_handles[number];
}

/* The size that was asked for; another build of the same C only has to agree with itself. */
rw_u64 rw_allocated(const void *at) {
#ifdef RW_SANITIZED
  if (at == 0) rw_stop("there is not so much memory");
  if (!__sanitizer_get_ownership(at)) rw_stop("memory that was not allocated");
  return __sanitizer_get_allocated_size(at);
#else
  return (rw_u64)-1;
#endif
}
rw_u32 rw_length(const void *at, size_t size) {
  rw_u32 count = 0;
  static const char zero[64];
  for (const char *next = at; size > sizeof zero || memcmp(next, zero, size) != 0; next += size) {
#ifdef RW_SANITIZED
    if (__asan_region_is_poisoned((void *)next, size)) rw_stop("text without a zero at its end");
#endif
    count++;
  }
  return count;
}

/* In this unit since the other includes no header of the driver's own. */
void rw_errno_clear(void) { errno = 0; }
rw_i32 rw_errno(void) { return errno; }

/* Memory of exactly the size that is asked for, so that a step behind it is seen; what nobody writes
   there is not the same in both builds. */
#ifdef RW_SANITIZED
enum { RW_FILL = 0xa5 };
#else
enum { RW_FILL = 0x5a };
#endif
static void *rw_made[1 << 16];
static size_t rw_made_count;
void *rw_room(size_t size) {
  unsigned char *memory = malloc(size == 0 ? 16 : size);
  if (memory == 0) _exit(92);
  memset(memory, RW_FILL, size == 0 ? 16 : size);
  if (rw_made_count < sizeof rw_made / sizeof *rw_made) rw_made[rw_made_count++] = memory;
  return size == 0 ? memory + 16 : memory;
}
/* The same, for what the C may give to realloc or free: it begins where malloc said. */
void *rw_owned(size_t size) {
  unsigned char *memory = malloc(size);
  if (memory == 0) _exit(92);
  memset(memory, RW_FILL, size);
  if (rw_made_count < sizeof rw_made / sizeof *rw_made) rw_made[rw_made_count++] = memory;
  return memory;
}

#ifdef RW_SANITIZED
void __asan_handle_no_return(void);
void __asan_set_error_report_callback(void (*callback)(const char *));
#define RW_PLAIN __attribute__((no_sanitize("address", "undefined")))
struct rw_location { const char *file; rw_u32 line, column; };
RW_PLAIN static void rw_undefined(struct rw_location *at, const char *text) {
  char message[400];
  snprintf(message, sizeof message, "%s:%u:%u: %s", at->file ? at->file : "?", at->line, at->column, text);
  rw_stop(message);
}
${UNDEFINED.map(([name, text]) => `RW_PLAIN void __wrap___ubsan_handle_${name}(struct rw_location *at) { rw_undefined(at, "${text}"); }`).join('\n')}
#define RW_ADDRESS(kind, size) \\
  RW_PLAIN void __wrap___asan_report_##kind##size##_noabort(uintptr_t at) { rw_stop(#kind " of " #size " bytes outside of the memory given"); }
${['load', 'store'].flatMap((kind) => SIZES.filter((size) => size !== '_n').map((size) => `RW_ADDRESS(${kind}, ${size})`)).join(' ')}
${['load', 'store'].map((kind) => `RW_PLAIN void __wrap___asan_report_${kind}_n_noabort(uintptr_t at, size_t size) { rw_stop("${kind} outside of the memory given"); }`).join('\n')}
/* Of no bytes, none may be used; the sanitizer gives one. */
void __asan_poison_memory_region(const volatile void *, size_t);
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real___asan_memcpy(void *, const void *, size_t);
void *__real___asan_memmove(void *, const void *, size_t);
void *__real___asan_memset(void *, int, size_t);
RW_PLAIN static void rw_check(const void *at, size_t size, const char *what) {
  if (size > 0 && (size > ((size_t)1 << 40) || __asan_region_is_poisoned((void *)at, size))) rw_stop(what);
}
RW_PLAIN void *__wrap___asan_memcpy(void *to, const void *from, size_t size) {
  rw_check(from, size, "memcpy from outside of the memory given");
  rw_check(to, size, "memcpy to outside of the memory given");
  return __real___asan_memcpy(to, from, size);
}
RW_PLAIN void *__wrap___asan_memmove(void *to, const void *from, size_t size) {
  rw_check(from, size, "memmove from outside of the memory given");
  rw_check(to, size, "memmove to outside of the memory given");
  return __real___asan_memmove(to, from, size);
}
RW_PLAIN void *__wrap___asan_memset(void *to, int byte, size_t size) {
  rw_check(to, size, "memset outside of the memory given");
  return __real___asan_memset(to, byte, size);
}
/* Whether there is so much memory is a matter of the machine, unless nobody ever has it. */
enum { RW_MOST_MEMORY = 1 << 22 };
void *__real_realloc(void *, size_t);
static int rw_is_never_there(size_t size) {
  if (size > RW_MOST_MEMORY && size <= PTRDIFF_MAX && rw_is_in_case) rw_stop("more memory than a case is given");
  if (size > PTRDIFF_MAX) errno = ENOMEM;
  return size > PTRDIFF_MAX;
}
RW_PLAIN void *__wrap_malloc(size_t size) {
  if (rw_is_never_there(size)) return 0;
  void *memory = __real_malloc(size);
  if (size == 0 && memory != 0) __asan_poison_memory_region(memory, 1);
  return memory;
}
RW_PLAIN void *__wrap_calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) all = SIZE_MAX;
  if (rw_is_never_there(all)) return 0;
  void *memory = __real_calloc(count, size);
  if (all == 0 && memory != 0) __asan_poison_memory_region(memory, 1);
  return memory;
}
void *__wrap_realloc(void *old, size_t size) { return rw_is_never_there(size) ? 0 : __real_realloc(old, size); }
const char *__asan_default_options(void) {
  return "halt_on_error=0:detect_leaks=0:symbolize=0:suppress_equal_pcs=0:handle_segv=0:handle_sigbus=0:"
         "handle_sigfpe=0:handle_sigill=0:handle_abort=0:allocator_may_return_null=1:print_legend=0:"
         "quarantine_size_mb=8:redzone=1024:detect_stack_use_after_return=0:"
         "alloc_dealloc_mismatch=0:check_initialization_order=0";
}
static int rw_results;
static void rw_record(rw_u8 kind, rw_u8 flags, rw_u32 step, const void *bytes, rw_u32 size);
/* A report from inside of the library: what it was about to do cannot be undone. */
static void rw_reported(const char *report) {
  const char *name = strstr(report, "AddressSanitizer: ");
  size_t length = name == 0 ? 0 : strcspn(name, "\\n");
  char message[200];
  if (length > 190) length = 190;
  snprintf(message, sizeof message, "%.*s", (int)length, name == 0 ? "" : name);
  char *at = strstr(message, " on ");
  if (at != 0) *at = 0;
  rw_record(1, 0, rw_shared->step, message, (rw_u32)strlen(message));
  _exit(93);
}
static void rw_free_all(void) {
  __asan_handle_no_return();
  while (rw_made_count > 0) {
    void *memory = rw_made[--rw_made_count];
    if (__sanitizer_get_ownership(memory)) free(memory);
  }
}
#else
static int rw_results;
static void rw_free_all(void) { rw_made_count = 0; }
#endif

/* Which edges of the unit a case was the first to take, or to take so often: in powers of two, as AFL counts them. */
#ifdef RW_SANITIZED
static rw_u8 rw_seen[1 << 20], rw_counts[1 << 20];
static rw_u32 rw_taken[1 << 16];
static size_t rw_taken_count;
/* What takes more is as good as endless: told by counting, it costs no process and is the same each time. */
enum { RW_MOST_STEPS = 1 << 22, RW_FEW_STEPS = 1 << 19 };
static rw_u32 rw_steps, rw_steps_limit = RW_MOST_STEPS;
/* Where many cases end soon, one that takes eight times as long as any is not waited for any longer. */
static void rw_learn_steps(void) {
  static rw_u32 counted, most;
  if (rw_steps > most) most = rw_steps;
  if (++counted < 64) return;
  rw_u32 enough = most > RW_FEW_STEPS / 8 ? most * 8 : RW_FEW_STEPS;
  rw_steps_limit = enough < RW_MOST_STEPS ? enough : RW_MOST_STEPS;
}
void __sanitizer_cov_trace_pc_guard_init(rw_u32 *start, rw_u32 *stop) {
  static rw_u32 number;
  for (rw_u32 *at = start; at < stop; at++) if (*at == 0 && number + 1 < sizeof rw_seen) *at = ++number;
}
__attribute__((no_sanitize("address", "undefined"))) void __sanitizer_cov_trace_pc_guard(rw_u32 *guard) {
  if (++rw_steps > rw_steps_limit && rw_is_in_case) siglongjmp(rw_jump, 2);
  if (rw_counts[*guard] == 255 || (rw_counts[*guard] == 0 && rw_taken_count >= sizeof rw_taken / sizeof *rw_taken)) return;
  if (rw_counts[*guard]++ == 0) rw_taken[rw_taken_count++] = *guard;
}
static rw_u8 rw_keep_edges(int keep) {
  rw_u8 found = 0;
  for (size_t i = 0; i < rw_taken_count; i++) {
    rw_u32 edge = rw_taken[i];
    rw_u8 times = 1;
    for (int count = rw_counts[edge]; count > 1; count /= 2) times = (rw_u8)(times * 2);
    if (keep && !(rw_seen[edge] & times)) { rw_seen[edge] |= times; found = 1; }
    rw_counts[edge] = 0;
  }
  rw_taken_count = 0;
  if (keep) rw_learn_steps();
  rw_steps = 0;
  return found;
}
static void rw_edges_file(const char *path, int load) {
  int file = open(path, load ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  if (load) { if (read(file, rw_seen, sizeof rw_seen) < 0) _exit(94); }
  else if (write(file, rw_seen, sizeof rw_seen) < 0) _exit(94);
  close(file);
}
#else
static rw_u8 rw_keep_edges(int keep) { (void)keep; return 0; }
static void rw_edges_file(const char *path, int load) { (void)path; (void)load; }
#endif

static void rw_record(rw_u8 kind, rw_u8 flags, rw_u32 step, const void *bytes, rw_u32 size) {
  static unsigned char *line;
  static size_t room;
  if (room < size + 10u) { room = size * 2 + 4096; line = realloc(line, room); if (line == 0) _exit(91); }
  line[0] = kind; line[1] = flags;
  memcpy(line + 2, &step, 4); memcpy(line + 6, &size, 4);
  if (size > 0) memcpy(line + 10, bytes, size);
  for (size_t done = 0; done < size + 10u;) {
    ssize_t wrote = write(rw_results, line + done, size + 10u - done);
    if (wrote < 0 && errno != EINTR) _exit(95);
    if (wrote > 0) done += (size_t)wrote;
  }
  rw_shared->next++;
}

static void rw_signal(int number) {
  rw_stop(number == SIGFPE ? "division by zero or overflow of a division"
    : number == SIGABRT ? "the C aborts" : "access to memory that is not there");
}

static int rw_is_expired(double seconds, const struct timeval *since) {
  struct timeval now;
  gettimeofday(&now, 0);
  return (double)(now.tv_sec - since->tv_sec) + (double)(now.tv_usec - since->tv_usec) / 1e6 > seconds;
}

static void rw_one_case(const unsigned char *start, const unsigned char *end) {
  struct itimerval limit = {{0, 0}, {0, 250000}};
  rw_in = start; rw_in_end = end; rw_out_used = 0; rw_shared->step = 0; rw_handle_count = 0;
  rw_restore();
  setitimer(ITIMER_PROF, &limit, 0);
  int ended = sigsetjmp(rw_jump, 1);
  if (ended == 0) {
    rw_u32 steps = rw_get_u32();
    rw_is_in_case = 1;
    for (; rw_shared->step < steps; rw_shared->step++) rw_call(rw_get_u32());
    rw_is_in_case = 0;
    rw_free_all();
    rw_record(0, rw_keep_edges(1), 0, rw_out, (rw_u32)rw_out_used);
  } else {
    rw_is_in_case = 0;
    rw_free_all();
    rw_keep_edges(0);
    if (ended == 2) {
      rw_shared->endless++;
      rw_record(2, 0, rw_shared->step, "", 0);
    } else rw_record(1, 0, rw_shared->step, rw_message, (rw_u32)strlen(rw_message));
  }
}

static void rw_child(const unsigned char *const *starts, rw_u32 count, double seconds, const struct timeval *since) {
  static unsigned char stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = rw_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigaltstack(&other, 0);
  sigaction(SIGSEGV, &action, 0); sigaction(SIGBUS, &action, 0); sigaction(SIGFPE, &action, 0);
  sigaction(SIGILL, &action, 0); sigaction(SIGABRT, &action, 0);
#ifdef RW_SANITIZED
  __asan_set_error_report_callback(rw_reported);
#endif
  while (rw_shared->next < count) {
    rw_u32 now = rw_shared->next;
    if (now % 64 == 0 && rw_is_expired(seconds, since)) break;
    if (rw_shared->endless >= RW_MOST_ENDLESS) break;
    alarm(20);
    rw_one_case(starts[now], starts[now + 1]);
    if (rw_fork_each) _exit(96);
  }
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  int file = open(argv[1], O_RDONLY);
  off_t size = lseek(file, 0, SEEK_END);
  const unsigned char *all = size > 0 ? mmap(0, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0) : (const void *)"";
  rw_results = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
  rw_shared = mmap(0, sizeof *rw_shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (file < 0 || rw_results < 0 || rw_shared == MAP_FAILED) return 2;
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) { dup2(nowhere, 1); close(nowhere); }
  double seconds = atof(argv[3]);
  rw_edges_file(argv[4], 1);
  rw_u32 count = 0;
  for (const unsigned char *at = all; at < all + size; count++) { rw_u32 n; memcpy(&n, at, 4); at += 4 + n; }
  const unsigned char **starts = malloc((count + 1) * sizeof *starts);
  rw_u32 index = 0;
  const unsigned char *at = all;
  for (; index < count; index++) { rw_u32 n; memcpy(&n, at, 4); starts[index] = at + 4; at += 4 + n; }
  starts[count] = at + 4;
  struct timeval since;
  gettimeofday(&since, 0);
  rw_save();
#ifdef RW_ONE_PROCESS
  rw_child(starts, count, seconds, &since);
  exit(0);
#endif
  rw_u32 hung = 0;
  while (rw_shared->next < count && !rw_is_expired(seconds, &since)) {
    rw_u32 before = rw_shared->next;
    pid_t child = fork();
    if (child < 0) return 3;
    if (child == 0) { rw_child(starts, count, seconds, &since); rw_edges_file(argv[4], 0); _exit(0); }
    int status = 0;
    if (waitpid(child, &status, 0) < 0) return 3;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (WIFEXITED(status) && code == 0) break;
    if (WIFEXITED(status) && (code == 93 || code == 96)) continue;
    if (WIFEXITED(status) && code >= 90 && code <= 95 && rw_shared->next == before) return code;
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM)) {
      rw_record(2, 0, rw_shared->step, "", 0);
      if (++hung >= 4) break;
      continue;
    }
    char message[80];
    if (WIFSIGNALED(status)) snprintf(message, sizeof message, "signal %d", WTERMSIG(status));
    else snprintf(message, sizeof message, "it ends the process with status %d", code);
    rw_record(1, 0, rw_shared->step, message, (rw_u32)strlen(message));
  }
  return 0;
}
`;
