// A set of small numbers, one bit each.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct bitset_s {
    uint64_t *words;
    size_t    nbits;
} bitset_t;

static size_t words_for(size_t nbits) { return (nbits + 63) / 64; }

bitset_t *bitset_make(uint16_t nbits)
{
    bitset_t *set = malloc(sizeof(bitset_t));
    if (set == NULL) return NULL;
    set->nbits = nbits;
    set->words = calloc(words_for(nbits) + 1, sizeof(uint64_t));
    if (set->words == NULL) { free(set); return NULL; }
    return set;
}

void bitset_free(bitset_t *set)
{
    if (set != NULL) free(set->words);
    free(set);
}

// Returns whether it was there before; numbers beyond the end are never there.
bool bitset_add(bitset_t *set, size_t n)
{
    if (n >= set->nbits) return false;
    uint64_t bit = UINT64_C(1) << (n & 63);
    bool before = (set->words[n >> 6] & bit) != 0;
    set->words[n >> 6] |= bit;
    return before;
}

bool bitset_remove(bitset_t *set, size_t n)
{
    if (n >= set->nbits) return false;
    uint64_t bit = UINT64_C(1) << (n & 63);
    bool before = (set->words[n >> 6] & bit) != 0;
    set->words[n >> 6] &= ~bit;
    return before;
}

size_t bitset_count(const bitset_t *set)
{
    size_t count = 0;
    for (size_t i = 0; i < words_for(set->nbits); i++)
        for (uint64_t word = set->words[i]; word != 0; word &= word - 1)
            count++;
    return count;
}

// The smallest member that is not below n; -1 for none.
int64_t bitset_next(const bitset_t *set, size_t n)
{
    for (; n < set->nbits; n++)
        if (set->words[n >> 6] >> (n & 63) & 1)
            return (int64_t)n;
    return -1;
}

// Swaps members and those that are none.
void bitset_flip(bitset_t *set)
{
    for (size_t i = 0; i < words_for(set->nbits); i++)
        set->words[i] = ~set->words[i];
    if (set->nbits % 64 != 0)
        set->words[set->nbits / 64] &= (UINT64_C(1) << set->nbits % 64) - 1;
}
