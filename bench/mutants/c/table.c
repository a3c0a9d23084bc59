/*
 * Numbers by keys, with open addressing; key 0 cannot be stored.
 */
#include <stdint.h>
#include <string.h>

#define TABLE_SLOTS 16

typedef struct {
	uint32_t keys[TABLE_SLOTS];
	uint32_t values[TABLE_SLOTS];
	uint32_t used;
} table;

void table_init(table *t)
{
	memset(t, 0, sizeof *t);
}

static uint32_t slot_of(uint32_t key)
{
	return (key * 2654435769u) >> 28;
}

/* 0 when it is new, 1 when it replaces a value, -1 when there is no room or the key is 0. */
int table_put(table *t, uint32_t key, uint32_t value)
{
	uint32_t at;

	if (key == 0)
		return -1;
	at = slot_of(key);
	for (int tries = 0; tries < TABLE_SLOTS; tries++) {
		if (t->keys[at] == key) {
			t->values[at] = value;
			return 1;
		}
		if (t->keys[at] == 0) {
			t->keys[at] = key;
			t->values[at] = value;
			t->used++;
			return 0;
		}
		at = (at + 1) % TABLE_SLOTS;
	}
	return -1;
}

/* 0 and the value, or -1. */
int table_get(const table *t, uint32_t key, uint32_t *value)
{
	uint32_t at = slot_of(key);

	for (int tries = 0; tries < TABLE_SLOTS && t->keys[at] != 0; tries++) {
		if (t->keys[at] == key) {
			*value = t->values[at];
			return 0;
		}
		at = (at + 1) % TABLE_SLOTS;
	}
	return -1;
}

uint32_t table_used(const table *t)
{
	return t->used;
}
