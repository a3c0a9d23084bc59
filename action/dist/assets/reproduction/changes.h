/*
 * The inputs of the case that is under way, and how they are made: boundaries first, then changes
 * of what has reached new code.
 */
#ifndef RUSTWARD_CHANGES_H
#define RUSTWARD_CHANGES_H

#include "search.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
static struct value kept[MOST_KEPT][MOST_INPUTS];
static unsigned kept_count;
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

#endif
