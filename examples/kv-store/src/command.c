#include "command.h"

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

static int hex_digit(uint8_t byte)
{
    if (byte >= '0' && byte <= '9') {
        return byte - '0';
    }
    if (byte >= 'a' && byte <= 'f') {
        return byte - 'a' + 10;
    }
    if (byte >= 'A' && byte <= 'F') {
        return byte - 'A' + 10;
    }
    return -1;
}

/* Decodes the escape whose backslash is at *position and moves behind it. */
static bool decode_escape(slice line, size_t *position, uint8_t *out)
{
    size_t at = *position + 1;
    if (at >= line.length) {
        return false;
    }
    switch (line.data[at]) {
    case '"':
    case '\\':
        *out = line.data[at];
        break;
    case 'n':
        *out = '\n';
        break;
    case 'r':
        *out = '\r';
        break;
    case 't':
        *out = '\t';
        break;
    case 'x': {
        if (line.length - at < 3) {
            return false;
        }
        int high = hex_digit(line.data[at + 1]);
        int low = hex_digit(line.data[at + 2]);
        if (high < 0 || low < 0) {
            return false;
        }
        *out = (uint8_t)(high * 16 + low);
        at += 2;
        break;
    }
    default:
        return false;
    }
    *position = at + 1;
    return true;
}

/* Reads the quoted word that starts at *position. The storage has room: a word
 * is never longer than what spells it. */
static bool read_quoted(slice line, size_t *position, buffer *storage)
{
    size_t i = *position + 1;
    while (i < line.length && line.data[i] != '"') {
        uint8_t byte = line.data[i];
        if (byte == '\\') {
            if (!decode_escape(line, &i, &byte)) {
                return false;
            }
        } else {
            i++;
        }
        storage->data[storage->length++] = byte;
    }
    if (i >= line.length) {
        return false;
    }
    i++;
    *position = i;
    return i == line.length || is_blank(line.data[i]);
}

static bool read_plain(slice line, size_t *position, buffer *storage)
{
    size_t i = *position;
    for (; i < line.length && !is_blank(line.data[i]); i++) {
        if (line.data[i] == '"') {
            return false;
        }
        storage->data[storage->length++] = line.data[i];
    }
    *position = i;
    return true;
}

cubby_status command_line_parse(slice line, command_line *out)
{
    size_t position = 0;
    out->count = 0;
    out->storage.length = 0;
    /* Reserved once, so that the words stay where they are. */
    if (!buffer_reserve(&out->storage, line.length)) {
        return CUBBY_ERR_MEMORY;
    }
    for (;;) {
        while (position < line.length && is_blank(line.data[position])) {
            position++;
        }
        if (position == line.length) {
            return CUBBY_OK;
        }
        if (out->count == COMMAND_WORDS_MAX) {
            return CUBBY_ERR_LIMIT;
        }
        size_t start = out->storage.length;
        bool ok = line.data[position] == '"' ? read_quoted(line, &position, &out->storage)
                                             : read_plain(line, &position, &out->storage);
        if (!ok) {
            return CUBBY_ERR_SYNTAX;
        }
        out->words[out->count] =
            (slice){.data = out->storage.data + start, .length = out->storage.length - start};
        out->count++;
    }
}

void command_line_release(command_line *line)
{
    buffer_release(&line->storage);
    line->count = 0;
}

bool parse_u64(slice text, uint64_t *out)
{
    uint64_t value = 0;
    if (text.length == 0) {
        return false;
    }
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9') {
            return false;
        }
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

bool quote_append(buffer *out, slice text)
{
    static const char digits[] = "0123456789abcdef";
    if (!buffer_append(out, "\"", 1)) {
        return false;
    }
    for (size_t i = 0; i < text.length; i++) {
        uint8_t byte = text.data[i];
        char escape[4] = {'\\', 'x', digits[byte >> 4], digits[byte & 0x0f]};
        bool ok;
        if (byte == '"' || byte == '\\') {
            escape[1] = (char)byte;
            ok = buffer_append(out, escape, 2);
        } else if (byte < 0x20 || byte >= 0x7f) {
            ok = buffer_append(out, escape, 4);
        } else {
            ok = buffer_append(out, &byte, 1);
        }
        if (!ok) {
            return false;
        }
    }
    return buffer_append(out, "\"", 1);
}
