#include "parse.h"

#include <string.h>

/*
 * The field that starts at pos, without its quotes; next is where the one after it starts, or the
 * length of the line. Returns its length; -1 for a quote that is not closed, -2 for no room, -3 for
 * a place beyond the end.
 */
long csv_field(const char *line, size_t pos, char *field, size_t cap, size_t *next)
{
    size_t len = strlen(line), n = 0;
    bool quoted;

    if (pos > len)
        return -3;
    quoted = line[pos] == '"';
    if (quoted)
        pos++;
    for (;; pos++) {
        char c = line[pos];
        if (quoted) {
            if (c == '\0')
                return -1;
            if (c == '"') {
                if (line[pos + 1] != '"') {
                    quoted = false;
                    continue;
                }
                pos++;
            }
        } else if (c == ',' || c == '\0') {
            break;
        }
        if (n == cap)
            return -2;
        field[n++] = c;
    }
    *next = line[pos] == ',' ? pos + 1 : pos;
    return (long)n;
}

enum line_kind ini_kind(const char *line)
{
    const char *equals;
    size_t len;

    while (*line == ' ' || *line == '\t')
        line++;
    if (*line == '\0')
        return LINE_BLANK;
    if (*line == ';' || *line == '#')
        return LINE_COMMENT;
    len = strlen(line);
    while (line[len - 1] == ' ' || line[len - 1] == '\t')
        len--;
    if (*line == '[')
        return len > 2 && line[len - 1] == ']' ? LINE_SECTION : LINE_INVALID;
    equals = strchr(line, '=');
    return equals != NULL && equals != line ? LINE_PAIR : LINE_INVALID;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* \n, \t, \0, \\, \" and \xhh. 0; 1 for another sequence, 2 for one that is cut, 3 for no room. */
int unescape(const char *text, char *out, size_t cap, size_t *written)
{
    *written = 0;
    while (*text != '\0') {
        char c = *text++;
        if (c == '\\') {
            switch (*text++) {
            case 'n': c = '\n'; break;
            case 't': c = '\t'; break;
            case '0': c = '\0'; break;
            case '\\': c = '\\'; break;
            case '"': c = '"'; break;
            case 'x': {
                int high = hex_digit(text[0]), low;
                if (text[0] == '\0' || text[1] == '\0')
                    return 2;
                low = hex_digit(text[1]);
                if (high < 0 || low < 0)
                    return 1;
                c = (char)(high << 4 | low);
                text += 2;
                break;
            }
            case '\0': return 2;
            default: return 1;
            }
        }
        if (*written == cap)
            return 3;
        out[(*written)++] = c;
    }
    return 0;
}

/* One byte of a C program. */
enum comment_state comment_step(enum comment_state state, char c)
{
    switch (state) {
    case CODE:
    case SLASH:
        if (c == '"')
            return QUOTED;
        if (state == SLASH && c == '*')
            return BLOCK;
        if (c == '/')
            return state == SLASH ? LINE_COMMENTED : SLASH;
        return CODE;
    case LINE_COMMENTED:
        return c == '\n' ? CODE : LINE_COMMENTED;
    case BLOCK:
        return c == '*' ? BLOCK_STAR : BLOCK;
    case BLOCK_STAR:
        if (c == '/')
            return CODE;
        return c == '*' ? BLOCK_STAR : BLOCK;
    case QUOTED:
        if (c == '\\')
            return QUOTED_ESCAPE;
        return c == '"' ? CODE : QUOTED;
    case QUOTED_ESCAPE:
        return QUOTED;
    }
    return CODE;
}

/* As `wc` does, text by text. */
void count_bytes(struct counter *counter, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        bool space = text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
        counter->bytes++;
        if (text[i] == '\n')
            counter->lines++;
        if (!space && !counter->in_word)
            counter->words++;
        counter->in_word = !space;
    }
}

/* Both from 1 on. False for an offset beyond the text. */
bool line_column(const char *text, size_t offset, size_t *line, size_t *column)
{
    size_t l = 1, c = 1;

    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\0')
            return false;
        if (text[i] == '\n') {
            l++;
            c = 1;
        } else {
            c++;
        }
    }
    *line = l;
    *column = c;
    return true;
}

/* NULL is none. */
bool is_identifier(const char *text)
{
    if (text == NULL || *text == '\0' || (*text >= '0' && *text <= '9'))
        return false;
    for (; *text != '\0'; text++) {
        char c = *text;
        if (!(c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
              (c >= '0' && c <= '9')))
            return false;
    }
    return true;
}
