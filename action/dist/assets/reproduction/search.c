/*
 * Tries inputs at a function. Compiled like kit.c, without sanitizers; the same seed gives the same
 * cases.
 */
#define _GNU_SOURCE
#include "changes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static unsigned char *shared;
static void *blocks[MOST_INPUTS];

unsigned long long rustward_number(unsigned input) {
    return current[input].number;
}

size_t rustward_length(unsigned input) {
    return current[input].count;
}

/* With nothing in it, a block ends where it begins: reading its first byte is an error. */
static void *exact_block(const unsigned char *bytes, size_t size, void **allocated) {
    unsigned char *block = malloc(size == 0 ? 16 : size);
    *allocated = block;
    if (block == NULL)
        _exit(96);
    if (size == 0)
        return block + 16;
    memcpy(block, bytes, size);
    return block;
}

void *rustward_block(unsigned input) {
    const struct value *value = &current[input];
    size_t size = value->count * inputs[input].element_size;
    return exact_block(value->bytes, size + (inputs[input].kind == RUSTWARD_TEXT), &blocks[input]);
}

static void copy_values(struct value *to, const struct value *from) {
    for (unsigned at = 0; at < input_count; at++) {
        size_t size = from[at].count * inputs[at].element_size;
        to[at].number = from[at].number;
        to[at].count = from[at].count;
        if (inputs[at].kind == RUSTWARD_NUMBER)
            continue;
        to[at].bytes = realloc(to[at].bytes, size + 1);
        if (to[at].bytes == NULL)
            _exit(96);
        memcpy(to[at].bytes, from[at].bytes, size);
        to[at].bytes[size] = 0;
    }
}

/* Says which case is under way, so that it is known after an end without a word. */
static void write_case(unsigned long number) {
    size_t place = sizeof(uint64_t);
    uint64_t name = (uint64_t)number + 1;
    for (unsigned at = 0; at < input_count; at++) {
        size_t size = current[at].count * inputs[at].element_size;
        uint32_t count = (uint32_t)current[at].count;
        if (inputs[at].kind == RUSTWARD_NUMBER) {
            memcpy(shared + place, &current[at].number, sizeof(uint64_t));
            place += sizeof(uint64_t);
            continue;
        }
        memcpy(shared + place, &count, sizeof count);
        memcpy(shared + place + sizeof count, current[at].bytes, size);
        place += sizeof count + size;
    }
    memcpy(shared, &name, sizeof name);
}

/* Counters of the code that was reached, one for each edge, and what was seen of each. */
static struct { unsigned char *begin, *end, *seen; } ranges[MOST_RANGES];

static unsigned range_count;

void __sanitizer_cov_8bit_counters_init(char *begin, char *end) {
    for (unsigned at = 0; at < range_count; at++)
        if (ranges[at].begin == (unsigned char *)begin)
            return;
    if (range_count == MOST_RANGES || begin >= end)
        return;
    ranges[range_count].begin = (unsigned char *)begin;
    ranges[range_count].end = (unsigned char *)end;
    range_count++;
}

static unsigned char bucket(unsigned char count) {
    if (count <= 3)
        return (unsigned char)(1u << (count - 1));
    return count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

static int reached_more(void) {
    int more = 0;
    for (unsigned at = 0; at < range_count; at++) {
        size_t size = (size_t)(ranges[at].end - ranges[at].begin);
        for (size_t i = 0; i < size; i++) {
            unsigned char count = ranges[at].begin[i];
            if (count == 0)
                continue;
            if ((ranges[at].seen[i] & bucket(count)) == 0)
                more = 1;
            ranges[at].seen[i] |= bucket(count);
        }
        memset(ranges[at].begin, 0, size);
    }
    return more;
}

static void note_comparison(uint64_t wanted, uint64_t had, unsigned size) {
    if (!is_running || wanted == had)
        return;
    unsigned at =
        compared_count < MOST_COMPARED ? compared_count++ : (unsigned)below(MOST_COMPARED);
    compared[at].wanted = wanted;
    compared[at].had = had;
    compared[at].size = size;
}

#define COMPARISONS(type, size)                                                                    \
    void __sanitizer_cov_trace_const_cmp##size(type wanted, type had) {                            \
        note_comparison(wanted, had, size);                                                        \
    }                                                                                              \
    void __sanitizer_cov_trace_cmp##size(type one, type other) {                                   \
        note_comparison(one, other, size);                                                         \
        note_comparison(other, one, size);                                                         \
    }
COMPARISONS(uint8_t, 1)
COMPARISONS(uint16_t, 2)
COMPARISONS(uint32_t, 4)
COMPARISONS(uint64_t, 8)

void __sanitizer_cov_trace_switch(uint64_t had, uint64_t *cases) {
    if (cases[0] > 0)
        note_comparison(cases[2 + below((size_t)cases[0])], had,
                        cases[1] >= 8 ? (unsigned)cases[1] / 8 : 1);
}

static void note_word(const void *text, size_t size) {
    if (!is_running || size < 2 || size > WORD_SIZE)
        return;
    unsigned at = compared_word_count < MOST_COMPARED ? compared_word_count++
                                                      : (unsigned)below(MOST_COMPARED);
    memcpy(compared_words[at].text, text, size);
    compared_words[at].size = (unsigned)size;
}

void __sanitizer_weak_hook_memcmp(void *pc, const void *one, const void *other, size_t size,
                                  int result) {
    (void)pc;
    if (result == 0)
        return;
    note_word(one, size);
    note_word(other, size);
}

void __sanitizer_weak_hook_strcmp(void *pc, const char *one, const char *other, int result) {
    (void)pc;
    if (result == 0)
        return;
    note_word(one, strnlen(one, WORD_SIZE + 1));
    note_word(other, strnlen(other, WORD_SIZE + 1));
}

void __sanitizer_weak_hook_strncmp(void *pc, const char *one, const char *other, size_t size,
                                   int result) {
    (void)pc;
    if (result == 0)
        return;
    note_word(one, strnlen(one, size > WORD_SIZE ? WORD_SIZE + 1 : size));
    note_word(other, strnlen(other, size > WORD_SIZE ? WORD_SIZE + 1 : size));
}

void __sanitizer_weak_hook_strcasecmp(void *pc, const char *one, const char *other, int result) {
    __sanitizer_weak_hook_strcmp(pc, one, other, result);
}

void __sanitizer_weak_hook_strncasecmp(void *pc, const char *one, const char *other, size_t size,
                                       int result) {
    __sanitizer_weak_hook_strncmp(pc, one, other, size, result);
}

void __sanitizer_weak_hook_strstr(void *pc, const char *one, const char *other, char *result) {
    (void)pc;
    (void)one;
    if (result == NULL)
        note_word(other, strnlen(other, WORD_SIZE + 1));
}

static void open_case(void) {
    int file = open("case", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, ROOM) != 0)
        _exit(97);
    shared = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED)
        _exit(97);
    close(file);
}

int rustward_search(const struct rustward_input *all, unsigned count, void (*one)(void),
                    const struct rustward_dictionary *words, const struct rustward_limits *limits) {
    struct itimerval longest = {{0, 0}, {limits->seconds * 2 + 2, 0}};
    clock_t end = clock() + (clock_t)limits->seconds * CLOCKS_PER_SEC;
    if (count > MOST_INPUTS)
        return 95;
    inputs = all;
    input_count = count;
    dictionary = words;
    state = limits->seed | 1;
    open_case();
    for (unsigned at = 0; at < range_count; at++) {
        ranges[at].seen = calloc(1, (size_t)(ranges[at].end - ranges[at].begin));
        if (ranges[at].seen == NULL)
            _exit(96);
    }
    // A case that never ends is no report, and must not cost the time of all others.
    setitimer(ITIMER_REAL, &longest, NULL);
    for (unsigned long number = 0; number < limits->cases; number++) {
        if (number % 64 == 0 && clock() > end)
            break;
        room_now = number < FIRST_CASES ? 2 + number / 16 : 0;
        if (number < FIRST_CASES || kept_count == 0 || below(50) == 0)
            for (unsigned at = 0; at < count; at++)
                begin_anew(at);
        else {
            copy_values(current, kept[below(kept_count)]);
            for (size_t changes = 1 + below(5); changes > 0 && count > 0; changes--)
                change((unsigned)below(count));
        }
        write_case(number);
        is_running = 1;
        one();
        is_running = 0;
        for (unsigned at = 0; at < count; at++) {
            free(blocks[at]);
            blocks[at] = NULL;
        }
        if (reached_more())
            copy_values(kept[kept_count < MOST_KEPT ? kept_count++ : below(MOST_KEPT)], current);
        if (count == 0)
            break;
    }
    memset(shared, 0, sizeof(uint64_t));
    return 0;
}
