/* An array of ints that grows. Functions that can fail return 0 or -1. */
#include "ivec.h"

#include <stdlib.h>
#include <string.h>

struct ivec {
	int *items;
	size_t size, room;
};

struct ivec *ivec_create(void)
{
	return calloc(1, sizeof(struct ivec));
}

void ivec_destroy(struct ivec *v)
{
	if (v != NULL)
		free(v->items);
	free(v);
}

static int grow(struct ivec *v)
{
	size_t room = v->room == 0 ? 4 : v->room * 2;
	int *items = realloc(v->items, room * sizeof *items);

	if (items == NULL)
		return -1;
	v->items = items;
	v->room = room;
	return 0;
}

int ivec_push(struct ivec *v, int value)
{
	if (v->size == v->room && grow(v) < 0)
		return -1;
	v->items[v->size++] = value;
	return 0;
}

int ivec_insert(struct ivec *v, size_t at, int value)
{
	if (at > v->size)
		return -1;
	if (v->size == v->room && grow(v) < 0)
		return -1;
	memmove(v->items + at + 1, v->items + at, (v->size - at) * sizeof *v->items);
	v->items[at] = value;
	v->size++;
	return 0;
}

int ivec_remove(struct ivec *v, size_t at, int *removed)
{
	if (at >= v->size)
		return -1;
	*removed = v->items[at];
	v->size--;
	memmove(v->items + at, v->items + at + 1, (v->size - at) * sizeof *v->items);
	return 0;
}

int ivec_get(const struct ivec *v, size_t at, int otherwise)
{
	return at < v->size ? v->items[at] : otherwise;
}

size_t ivec_size(const struct ivec *v)
{
	return v->size;
}
