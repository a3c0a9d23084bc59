/*
 * Tries inputs at a function: boundaries first, then changes of what has reached new code. Compiled
 * like kit.c, without sanitizers; the same seed gives the same cases.
 */
#define _GNU_SOURCE
#include "search.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_INPUTS = 12,
    MOST_BYTES = 1 << 17,
    MOST_KEPT = 1024,
    MOST_COMPARED = 256,
    MOST_RANGES = 64,
    WORD_SIZE = 32,
    FIRST_CASES = 1024,
    ROOM = 1 << 22
};

struct value {
    uint64_t number;
    unsigned char *bytes;
    size_t count;
};

static const struct rustward_input *inputs;
static unsigned input_count;
static const struct rustward_dictionary *dictionary;
static struct value current[MOST_INPUTS];
static void *blocks[MOST_INPUTS];
static struct value kept[MOST_KEPT][MOST_INPUTS];
static unsigned kept_count;
static unsigned char *shared;
static uint64_t state;
/* Short blocks come first, so that what they show is shown by them. */
static size_t room_now;

/* Comparisons that came out unequal, as the compiler reports them. */
static struct {
    uint64_t wanted, had;
    unsigned size;
} compared[MOST_COMPARED];

static struct {
    unsigned char text[WORD_SIZE];
    unsigned size;
} compared_words[MOST_COMPARED];

static unsigned compared_count, compared_word_count;
static int is_running;

static uint64_t next_random(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545F4914F6CDD1DULL;
}

static size_t below(size_t limit) {
    return limit == 0 ? 0 : (size_t)(next_random() >> 11) % limit;
}

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

static uint64_t interesting(void) {
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     3,
                                     7,
                                     8,
                                     15,
                                     16,
                                     31,
                                     32,
                                     63,
                                     64,
                                     100,
                                     127,
                                     128,
                                     255,
                                     256,
                                     511,
                                     512,
                                     1023,
                                     1024,
                                     4095,
                                     4096,
                                     32767,
                                     32768,
                                     65535,
                                     65536,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x7fffffffffffffffULL,
                                     0x8000000000000000ULL,
                                     UINT64_MAX};
    size_t own = dictionary->number_count;
    uint64_t number;
    if (own > 0 && below(3) != 0)
        number = dictionary->numbers[below(own)];
    else
        number = edges[below(sizeof edges / sizeof edges[0])];
    switch (below(6)) {
    case 0:
        return number + 1;
    case 1:
        return number - 1;
    case 2:
        return below(4) == 0 ? 0 - number : number;
    default:
        return number;
    }
}

static int is_excluded(const struct rustward_input *input, uint64_t number) {
    for (unsigned at = 0; at < input->excluded_count; at++)
        if (input->excluded[at] == number)
            return 1;
    return 0;
}

/* The number within the limits that is the same, or else one that is as far from the least. */
static uint64_t limited(const struct rustward_input *input, uint64_t number) {
    uint64_t offset = number - input->least;
    if (offset > input->span)
        offset = input->span == UINT64_MAX ? offset : offset % (input->span + 1);
    for (unsigned tries = 0; tries < 8; tries++) {
        if (!is_excluded(input, input->least + offset))
            break;
        offset = offset == input->span ? 0 : offset + 1;
    }
    return input->least + offset;
}

static size_t most_elements(const struct rustward_input *input) {
    return MOST_BYTES / input->element_size;
}

static size_t some_length(const struct rustward_input *input) {
    uint64_t length;
    if (room_now > 0)
        return (size_t)limited(input, below(room_now));
    switch (below(6)) {
    case 0:
        length = interesting();
        break;
    case 1:
        length = below(400);
        break;
    case 2:
        length = below(4);
        break;
    default:
        length = below(40);
    }
    // Long ones cost time, and few are needed.
    if (length > 300 && below(4) != 0)
        length = below(300);
    length = limited(input, length);
    return length > most_elements(input) ? (size_t)limited(input, below(300)) : (size_t)length;
}

static unsigned char some_byte(void) {
    switch (below(4)) {
    case 0:
        return (unsigned char)next_random();
    case 1:
        return (unsigned char)(32 + below(95));
    default:
        return (unsigned char)interesting();
    }
}

static void resize(unsigned at, size_t count) {
    struct value *value = &current[at];
    unsigned element = inputs[at].element_size;
    size_t old = value->count * element, size = count * element;
    value->bytes = realloc(value->bytes, size + 1);
    if (value->bytes == NULL)
        _exit(96);
    if (size > old) {
        unsigned char fill = below(2) ? some_byte() : (unsigned char)'A';
        if (inputs[at].is_blank)
            memset(value->bytes + old, 0, size - old);
        else
            for (size_t i = old; i < size; i++)
                value->bytes[i] = old > 0 && (size - old) > 16 ? fill : some_byte();
    }
    value->count = count;
}

/* Makes of the bytes what callers pass. */
static void keep_limits(unsigned at) {
    const struct rustward_input *input = &inputs[at];
    struct value *value = &current[at];
    size_t size;
    if (input->kind == RUSTWARD_NUMBER) {
        value->number = limited(input, value->number);
        return;
    }
    if (value->count > most_elements(input))
        resize(at, most_elements(input));
    if (limited(input, value->count) != value->count)
        resize(at, some_length(input));
    size = value->count * input->element_size;
    if (input->is_blank)
        memset(value->bytes, 0, size);
    if (input->kind != RUSTWARD_TEXT)
        return;
    for (size_t i = 0; i < size; i++)
        if (value->bytes[i] == 0)
            value->bytes[i] = 'A';
    value->bytes[size] = 0;
}

/* Puts a word over bytes, or between them. */
static void put_word(unsigned at, const unsigned char *word, size_t size, int between) {
    struct value *value = &current[at];
    size_t total = value->count * inputs[at].element_size, place = below(total + 1);
    if (inputs[at].element_size != 1)
        between = 0;
    if (between) {
        resize(at, value->count + size);
        memmove(value->bytes + place + size, value->bytes + place, total - place);
        memcpy(value->bytes + place, word, size);
    } else if (place + size <= total)
        memcpy(value->bytes + place, word, size);
}

static void put_number(unsigned at, uint64_t number, unsigned size, int between) {
    unsigned char bytes[8];
    int is_big = (int)below(2);
    for (unsigned i = 0; i < size; i++)
        bytes[is_big ? size - 1 - i : i] = (unsigned char)(number >> (8 * i));
    put_word(at, bytes, size, between);
}

/* Where the bytes have what was compared, they get what it was compared with. */
static void put_compared(unsigned at) {
    struct value *value = &current[at];
    size_t total = value->count * inputs[at].element_size;
    unsigned which, size;
    uint64_t wanted, had;
    if (compared_count == 0)
        return;
    which = (unsigned)below(compared_count);
    size = compared[which].size;
    wanted = compared[which].wanted + (below(4) == 0 ? below(3) - 1 : 0);
    had = compared[which].had;
    for (unsigned width = size; width >= 1; width /= 2) {
        uint64_t mask = width == 8 ? UINT64_MAX : ((uint64_t)1 << (8 * width)) - 1;
        size_t start = total < width ? 0 : below(total - width + 1);
        for (size_t step = 0; total >= width && step <= total - width; step++) {
            size_t place = (start + step) % (total - width + 1);
            uint64_t little = 0, big = 0;
            for (unsigned i = 0; i < width; i++) {
                little |= (uint64_t)value->bytes[place + i] << (8 * i);
                big = big << 8 | value->bytes[place + i];
            }
            if (little != (had & mask) && big != (had & mask))
                continue;
            for (unsigned i = 0; i < width; i++)
                value->bytes[place + i] =
                    (unsigned char)(wanted >> (8 * (little == (had & mask) ? i : width - 1 - i)));
            return;
        }
    }
    put_number(at, wanted, size, (int)below(2));
}

static void change_bytes(unsigned at) {
    struct value *value = &current[at];
    size_t total = value->count * inputs[at].element_size;
    char digits[24];
    if (inputs[at].is_blank || total == 0 || below(8) == 0) {
        resize(at, some_length(&inputs[at]));
        return;
    }
    switch (below(11)) {
    case 0:
        value->bytes[below(total)] = some_byte();
        break;
    case 1:
        value->bytes[below(total)] ^= (unsigned char)(1u << below(8));
        break;
    case 2:
        resize(at, below(value->count + 1));
        break;
    case 3:
        if (dictionary->word_count > 0) {
            const char *word = dictionary->words[below(dictionary->word_count)];
            put_word(at, (const unsigned char *)word, strlen(word), below(3) != 0);
        }
        break;
    case 4:
        put_number(at, interesting(), 1u << below(4), below(3) == 0);
        break;
    case 5:
        snprintf(digits, sizeof digits, "%llu",
                 (unsigned long long)(below(2) ? interesting() : next_random() >> below(64)));
        put_word(at, (const unsigned char *)digits, strlen(digits), below(3) != 0);
        break;
    case 6: {
        unsigned char run[256];
        size_t size = 1 + below(below(4) == 0 ? sizeof run : 24);
        memset(run, below(2) ? value->bytes[below(total)] : some_byte(), size);
        put_word(at, run, size, 1);
        break;
    }
    case 7: {
        unsigned char part[256];
        size_t place = below(total), size = 1 + below(sizeof part);
        if (size > total - place)
            size = total - place;
        memcpy(part, value->bytes + place, size);
        put_word(at, part, size, 1);
        break;
    }
    case 8:
        if (compared_word_count > 0) {
            unsigned which = (unsigned)below(compared_word_count);
            put_word(at, compared_words[which].text, compared_words[which].size, below(3) != 0);
        }
        break;
    default:
        put_compared(at);
    }
}

static void change(unsigned at) {
    struct value *value = &current[at];
    if (inputs[at].kind != RUSTWARD_NUMBER)
        change_bytes(at);
    else
        switch (below(5)) {
        case 0:
            value->number = next_random() >> below(64);
            break;
        case 1:
            value->number += below(33) - 16;
            break;
        case 2:
            if (compared_count > 0)
                value->number = compared[below(compared_count)].wanted + below(3) - 1;
            break;
        case 3:
            value->number = inputs[at].least + (below(2) ? 0 : inputs[at].span);
            break;
        default:
            value->number = interesting();
        }
    keep_limits(at);
}

static void begin_anew(unsigned at) {
    current[at].number =
        below(3) == 0 ? inputs[at].least + (below(2) ? 0 : inputs[at].span) : interesting();
    if (inputs[at].kind != RUSTWARD_NUMBER) {
        current[at].count = 0;
        resize(at, some_length(&inputs[at]));
        if (dictionary->word_count > 0 && below(2) && !inputs[at].is_blank) {
            const char *word = dictionary->words[below(dictionary->word_count)];
            put_word(at, (const unsigned char *)word, strlen(word), 1);
        }
    }
    keep_limits(at);
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
    alarm(limits->seconds * 2 + 2);
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
