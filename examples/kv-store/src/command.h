#ifndef CUBBY_COMMAND_H
#define CUBBY_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "status.h"

#define COMMAND_WORDS_MAX 8u

/* A line cut into words. The words point into storage. */
typedef struct {
    slice words[COMMAND_WORDS_MAX];
    size_t count;
    buffer storage;
} command_line;

/* Cuts a line at blanks. A word in double quotes may hold blanks and the escapes
 * \" \\ \n \r \t and \xHH. The old content of out is replaced. */
cubby_status command_line_parse(slice line, command_line *out);
void command_line_release(command_line *line);

/* Decimal digits only; false for anything else and for numbers over 64 bits. */
bool parse_u64(slice text, uint64_t *out);

/* Appends text in double quotes, written so that command_line_parse reads the
 * same bytes. */
bool quote_append(buffer *out, slice text);

#endif
