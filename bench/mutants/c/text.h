#pragma once
#include <stdbool.h>
#include <stddef.h>

int    text_casecmp(const char *a, const char *b);
long   text_find(const char *haystack, const char *needle);
size_t text_copy(char *dst, const char *src, size_t cap);
bool   text_glob(const char *pattern, const char *s);
char  *text_upper(const char *s);
size_t text_squeeze(char *s, size_t len);
int    text_natural_cmp(const char *a, const char *b);
size_t text_distance(const char *a, const char *b);
char  *text_trim(const char *s);
