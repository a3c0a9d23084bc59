#ifndef PARSE_H
#define PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum line_kind { LINE_BLANK, LINE_COMMENT, LINE_SECTION, LINE_PAIR, LINE_INVALID };

enum comment_state { CODE, SLASH, LINE_COMMENTED, BLOCK, BLOCK_STAR, QUOTED, QUOTED_ESCAPE };

struct counter {
    uint32_t lines, words, bytes;
    bool in_word;
};

long csv_field(const char *line, size_t pos, char *field, size_t cap, size_t *next);
enum line_kind ini_kind(const char *line);
int unescape(const char *text, char *out, size_t cap, size_t *written);
enum comment_state comment_step(enum comment_state state, char c);
void count_bytes(struct counter *counter, const char *text, size_t len);
bool line_column(const char *text, size_t offset, size_t *line, size_t *column);
bool is_identifier(const char *text);

#endif
