/* A queue in a fixed number of places. */
#include "ring.h"

#include <stdlib.h>

struct ring {
  size_t capacity;
  size_t head; /* next to be read */
  size_t len;
  int32_t *values;
};

/* NULL for a capacity of 0 or above 65536, and when memory is full. */
ring_t *ring_new(size_t capacity)
{
  ring_t *ring;

  if (capacity == 0 || capacity > 65536)
    return NULL;
  ring = malloc(sizeof *ring);
  if (!ring)
    return NULL;
  ring->values = calloc(capacity, sizeof *ring->values);
  if (!ring->values) {
    free(ring);
    return NULL;
  }
  ring->capacity = capacity;
  ring->head = ring->len = 0;
  return ring;
}

void ring_free(ring_t *ring)
{
  if (ring)
    free(ring->values);
  free(ring);
}

/* False when it is full. */
bool ring_push(ring_t *ring, int32_t value)
{
  if (ring->len == ring->capacity)
    return false;
  ring->values[(ring->head + ring->len) % ring->capacity] = value;
  ring->len++;
  return true;
}

/* False when it is empty. */
bool ring_pop(ring_t *ring, int32_t *value)
{
  if (ring->len == 0)
    return false;
  *value = ring->values[ring->head];
  ring->head = (ring->head + 1) % ring->capacity;
  ring->len--;
  return true;
}

size_t ring_len(const ring_t *ring)
{
  return ring->len;
}

/* The value at a place counted from the oldest; 0 where there is none. */
int32_t ring_at(const ring_t *ring, size_t index)
{
  if (index >= ring->len)
    return 0;
  return ring->values[(ring->head + index) % ring->capacity];
}

/* Forgets up to so many of the oldest. Returns how many these were. */
size_t ring_drop(ring_t *ring, size_t count)
{
  if (count > ring->len)
    count = ring->len;
  ring->head = (ring->head + count) % ring->capacity;
  ring->len -= count;
  return count;
}
