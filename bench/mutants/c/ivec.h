#ifndef IVEC_H
#define IVEC_H

#include <stddef.h>

struct ivec;

struct ivec *ivec_create(void);
void ivec_destroy(struct ivec *v);
int ivec_push(struct ivec *v, int value);
int ivec_insert(struct ivec *v, size_t at, int value);
int ivec_remove(struct ivec *v, size_t at, int *removed);
int ivec_get(const struct ivec *v, size_t at, int otherwise);
size_t ivec_size(const struct ivec *v);

#endif
