#include "session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define READ_CHUNK 4096u
#define MILLISECONDS 1000u

#define WORD(s, i) ((s)->line.words[i])

typedef struct {
    const char *name;
    size_t min_words;
    size_t max_words;
    cubby_status (*run)(session *s);
} command;

static cubby_status reply_text(session *s, const char *text)
{
    if (!buffer_append(&s->reply, text, strlen(text)) || !buffer_append(&s->reply, "\n", 1)) {
        return CUBBY_ERR_MEMORY;
    }
    return CUBBY_OK;
}

static cubby_status reply_number(session *s, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, ":%" PRIu64, number);
    return reply_text(s, text);
}

static cubby_status reply_quoted(session *s, slice value)
{
    if (!quote_append(&s->reply, value) || !buffer_append(&s->reply, "\n", 1)) {
        return CUBBY_ERR_MEMORY;
    }
    return CUBBY_OK;
}

static cubby_status reply_error(session *s, const char *text)
{
    char line[96];
    snprintf(line, sizeof line, "-%s", text);
    return reply_text(s, line);
}

static cubby_status reply_status(session *s, cubby_status status)
{
    if (status == CUBBY_OK) {
        return reply_text(s, "+OK");
    }
    return reply_error(s, cubby_status_text(status));
}

static bool parse_lifetime(slice text, uint64_t *milliseconds)
{
    uint64_t seconds;
    if (!parse_u64(text, &seconds) || seconds > UINT64_MAX / MILLISECONDS) {
        return false;
    }
    *milliseconds = seconds * MILLISECONDS;
    return true;
}

static cubby_status run_ping(session *s)
{
    return reply_text(s, "+PONG");
}

static cubby_status run_set(session *s)
{
    uint64_t lifetime = EXPIRES_NEVER;
    if (s->line.count == 4) {
        return reply_error(s, "usage: SET key value [EX seconds]");
    }
    if (s->line.count == 5 && (!slice_equal(WORD(s, 3), slice_from_text("EX")) ||
                               !parse_lifetime(WORD(s, 4), &lifetime))) {
        return reply_error(s, "usage: SET key value [EX seconds]");
    }
    return reply_status(s, store_set(s->store, WORD(s, 1), WORD(s, 2), lifetime));
}

static cubby_status run_get(session *s)
{
    slice value;
    cubby_status status = store_get(s->store, WORD(s, 1), &value);
    if (status != CUBBY_OK) {
        return reply_status(s, status);
    }
    return reply_quoted(s, value);
}

static cubby_status run_delete(session *s)
{
    return reply_status(s, store_delete(s->store, WORD(s, 1)));
}

static cubby_status run_expire(session *s)
{
    uint64_t lifetime;
    if (!parse_lifetime(WORD(s, 2), &lifetime)) {
        return reply_error(s, "usage: EXPIRE key seconds");
    }
    return reply_status(s, store_expire(s->store, WORD(s, 1), lifetime));
}

static cubby_status run_ttl(session *s)
{
    uint64_t left;
    cubby_status status = store_lifetime(s->store, WORD(s, 1), &left);
    if (status != CUBBY_OK) {
        return reply_status(s, status);
    }
    if (left == EXPIRES_NEVER) {
        return reply_text(s, "+NEVER");
    }
    /* Rounded up: a living key has at least one second left. */
    return reply_number(s, left / MILLISECONDS + (left % MILLISECONDS != 0));
}

typedef struct {
    session *session;
    slice prefix;
} key_listing;

static cubby_status list_key(const table_entry *entry, void *context)
{
    key_listing *listing = context;
    if (!slice_has_prefix(table_key(entry), listing->prefix)) {
        return CUBBY_OK;
    }
    return reply_quoted(listing->session, table_key(entry));
}

static cubby_status run_keys(session *s)
{
    key_listing listing = {.session = s};
    if (s->line.count == 2) {
        listing.prefix = WORD(s, 1);
    }
    CUBBY_TRY(store_each(s->store, list_key, &listing));
    return reply_text(s, ".");
}

static cubby_status run_count(session *s)
{
    return reply_number(s, store_count(s->store));
}

static cubby_status run_compact(session *s)
{
    return reply_status(s, store_compact(s->store));
}

static cubby_status run_quit(session *s)
{
    s->finished = true;
    return reply_text(s, "+BYE");
}

static const command commands[] = {
    {"PING", 1, 1, run_ping},       {"SET", 3, 5, run_set},   {"GET", 2, 2, run_get},
    {"DEL", 2, 2, run_delete},      {"TTL", 2, 2, run_ttl},   {"EXPIRE", 3, 3, run_expire},
    {"KEYS", 1, 2, run_keys},       {"COUNT", 1, 1, run_count},
    {"COMPACT", 1, 1, run_compact}, {"QUIT", 1, 1, run_quit},
};

static const command *find_command(slice name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (slice_equal(name, slice_from_text(commands[i].name))) {
            return &commands[i];
        }
    }
    return NULL;
}

void session_start(session *s, store *target)
{
    *s = (session){.store = target};
}

void session_release(session *s)
{
    command_line_release(&s->line);
    buffer_release(&s->reply);
}

cubby_status session_handle(session *s, slice line)
{
    s->reply.length = 0;
    if (line.length > 0 && line.data[line.length - 1] == '\r') {
        line.length--;
    }
    cubby_status status = command_line_parse(line, &s->line);
    if (status == CUBBY_ERR_MEMORY) {
        return status;
    }
    if (status != CUBBY_OK) {
        return reply_status(s, status);
    }
    if (s->line.count == 0) {
        return CUBBY_OK;
    }
    const command *c = find_command(WORD(s, 0));
    if (c == NULL) {
        return reply_error(s, "unknown command");
    }
    if (s->line.count < c->min_words || s->line.count > c->max_words) {
        return reply_error(s, "wrong number of words");
    }
    return c->run(s);
}

static cubby_status send_reply(const session *s, int out)
{
    size_t sent = 0;
    while (sent < s->reply.length) {
        ssize_t n = write(out, s->reply.data + sent, s->reply.length - sent);
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return CUBBY_ERR_IO;
        }
        sent += (size_t)n;
    }
    return CUBBY_OK;
}

/* Answers the complete lines in pending and keeps the rest. scanned is how many
 * bytes at its start are known to hold no line end. */
static cubby_status handle_lines(session *s, buffer *pending, size_t scanned, int out)
{
    size_t start = 0;
    while (!s->finished && scanned < pending->length) {
        const uint8_t *end = memchr(pending->data + scanned, '\n', pending->length - scanned);
        if (end == NULL) {
            break;
        }
        size_t stop = (size_t)(end - pending->data);
        slice line = {.data = pending->data + start, .length = stop - start};
        CUBBY_TRY(session_handle(s, line));
        CUBBY_TRY(send_reply(s, out));
        start = stop + 1;
        scanned = start;
    }
    if (start > 0) {
        memmove(pending->data, pending->data + start, pending->length - start);
        pending->length -= start;
    }
    return CUBBY_OK;
}

cubby_status session_run(session *s, int in, int out)
{
    buffer pending = {0};
    cubby_status status = CUBBY_OK;
    while (!s->finished) {
        if (pending.length > LINE_MAX_LENGTH) {
            status = CUBBY_ERR_LIMIT;
            break;
        }
        if (!buffer_reserve(&pending, READ_CHUNK)) {
            status = CUBBY_ERR_MEMORY;
            break;
        }
        size_t scanned = pending.length;
        ssize_t n = read(in, pending.data + pending.length, READ_CHUNK);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            status = CUBBY_ERR_IO;
            break;
        }
        if (n == 0) {
            break;
        }
        pending.length += (size_t)n;
        status = handle_lines(s, &pending, scanned, out);
        if (status != CUBBY_OK) {
            break;
        }
    }
    buffer_release(&pending);
    return status;
}
