#ifndef RING_H
#define RING_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ring ring_t;

ring_t *ring_new(size_t capacity);
void ring_free(ring_t *ring);
bool ring_push(ring_t *ring, int32_t value);
bool ring_pop(ring_t *ring, int32_t *value);
size_t ring_len(const ring_t *ring);
int32_t ring_at(const ring_t *ring, size_t index);
size_t ring_drop(ring_t *ring, size_t count);

#endif
