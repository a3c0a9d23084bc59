#ifndef CUBBY_SESSION_H
#define CUBBY_SESSION_H

#include <stdbool.h>

#include "bytes.h"
#include "command.h"
#include "status.h"
#include "store.h"

/* Longest request line: a key and a value with every byte escaped, and room for
 * the command around them. */
#define LINE_MAX_LENGTH (4u * (VALUE_MAX + KEY_MAX) + 256u)

/* One client's conversation: requests are lines, replies are lines. */
typedef struct {
    store *store;
    command_line line;
    buffer reply;
    bool finished;
} session;

void session_start(session *s, store *target);
void session_release(session *s);

/* Answers one request line in s->reply. Returns a failure only when the
 * conversation cannot go on; errors of the client are replies. */
cubby_status session_handle(session *s, slice line);

/* Answers requests from in until it ends or the client quits. */
cubby_status session_run(session *s, int in, int out);

#endif
