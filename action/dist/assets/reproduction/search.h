/* What a driver that a machine has written asks for the inputs of a function. */
#ifndef RUSTWARD_SEARCH_H
#define RUSTWARD_SEARCH_H

#include <stddef.h>

enum rustward_kind { RUSTWARD_NUMBER, RUSTWARD_BYTES, RUSTWARD_TEXT };

/* What callers may pass. A number is from least to least + span; so is the length of bytes and of a
 * text. */
struct rustward_input {
    enum rustward_kind kind;
    unsigned long long least, span;
    unsigned element_size;
    /* Numbers within that which no caller passes. */
    unsigned excluded_count;
    unsigned long long excluded[4];
    /* Whether the bytes are those of a buffer that is there to be written: all zero. */
    int is_blank;
};

/* What the function's code is written with. */
struct rustward_dictionary {
    const unsigned long long *numbers;
    size_t number_count;
    const char *const *words;
    size_t word_count;
};

struct rustward_limits {
    unsigned long cases;
    unsigned seconds;
    unsigned long long seed;
};

/* Of the case that is under way: a number; a block of just the size; its length in elements. */
unsigned long long rustward_number(unsigned input);
void *rustward_block(unsigned input);
size_t rustward_length(unsigned input);

/* Runs `one` with many cases; the file `case` has the one that is under way. */
int rustward_search(const struct rustward_input *inputs, unsigned input_count, void (*one)(void),
                    const struct rustward_dictionary *dictionary,
                    const struct rustward_limits *limits);

#endif
