/*
 * Streams that are given to the C: over memory of the driver, with an end or an error where the
 * case says.
 */
#pragma once
#include "values.h"

/*
 * The streams of a case, by name; the last one of a name is that of the call. Those of earlier
 * steps stay, since an object may hold one.
 */
struct rw_stream {
    const char *key;
    FILE *file;
    unsigned char *bytes;
    size_t size, at, room;
    int fails, reads;
};
static struct rw_stream rw_streams[256];
static rw_u32 rw_stream_count;

RW_CALLED_BY_LIBRARY static ssize_t rw_stream_read(void *cookie, char *to, size_t size) {
    struct rw_stream *s = cookie;
    size_t left = s->size - s->at;
    if (left == 0 && s->fails && size > 0) {
        errno = EIO;
        return -1;
    }
    if (size > left)
        size = left;
    memcpy(to, s->bytes + s->at, size);
    s->at += size;
    return (ssize_t)size;
}

/* As much as there is room for; then it fails, as on a disk that is full. */
RW_CALLED_BY_LIBRARY static ssize_t rw_stream_write(void *cookie, const char *from, size_t size) {
    struct rw_stream *s = cookie;
    if (s->fails && size > s->room - s->size)
        size = s->room - s->size;
    if (size == 0) {
        errno = ENOSPC;
        return 0;
    }
    unsigned char *more = realloc(s->bytes, s->size + size);
    if (more == 0)
        _exit(91);
    memcpy(more + s->size, from, size);
#ifdef RW_MEMORY
    /* It comes from a buffer of the library, of which the sanitizer does not see what is written.
     */
    __msan_unpoison(more + s->size, size);
#endif
    s->bytes = more;
    s->size += size;
    return (ssize_t)size;
}

RW_CALLED_BY_LIBRARY static int rw_stream_seek(void *cookie, off64_t *offset, int whence) {
    struct rw_stream *s = cookie;
    off64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off64_t)s->at : (off64_t)s->size;
    if (!s->reads || base + *offset < 0 || base + *offset > (off64_t)s->size) {
        errno = EINVAL;
        return -1;
    }
    s->at = (size_t)(base + *offset);
    *offset = (off64_t)s->at;
    return 0;
}

RW_CALLED_BY_LIBRARY static int rw_stream_close(void *cookie) {
    ((struct rw_stream *)cookie)->file = 0;
    return 0;
}

static void rw_close_streams(void) {
    while (rw_stream_count > 0) {
        struct rw_stream *s = &rw_streams[--rw_stream_count];
        if (s->file != 0)
            fclose(s->file);
        free(s->bytes);
    }
}

/* What is written is not held back, so that a call knows at once whether it failed, as in Rust. */
void *rw_stream(const char *key, int reads, int can_fail) {
    if (rw_stream_count >= sizeof rw_streams / sizeof *rw_streams)
        rw_stop("more streams than a case may have");
    struct rw_stream *s = &rw_streams[rw_stream_count++];
    memset(s, 0, sizeof *s);
    s->key = key;
    s->reads = reads;
    if (reads) {
        s->size = rw_get_u32();
        s->bytes = malloc(s->size + 1);
        if (s->bytes == 0)
            _exit(91);
        rw_get(s->bytes, s->size);
    }
    if (can_fail) {
        unsigned char fails;
        rw_get(&fails, 1);
        s->fails = fails;
    }
    if (!reads && can_fail) {
        uint16_t room;
        rw_get(&room, sizeof room);
        s->room = room;
    }
    cookie_io_functions_t all = {reads ? rw_stream_read : 0, reads ? 0 : rw_stream_write,
                                 rw_stream_seek, rw_stream_close};
    s->file = fopencookie(s, reads ? "r" : "w", all);
    if (s->file == 0)
        _exit(91);
    if (!reads)
        setvbuf(s->file, 0, _IONBF, 0);
    return s->file;
}

void rw_put_stream(const char *key) {
    for (rw_u32 i = rw_stream_count; i-- > 0;) {
        struct rw_stream *s = &rw_streams[i];
        if (strcmp(s->key, key) != 0)
            continue;
        if (s->reads) {
            off_t at = s->file == 0 ? (off_t)s->at : ftello(s->file);
            rw_u64 read = at < 0 ? s->at : (rw_u64)at;
            rw_put(&read, sizeof read);
        } else {
            rw_u32 size = (rw_u32)s->size;
            rw_put(&size, sizeof size);
            rw_put(s->bytes, s->size);
        }
        return;
    }
    _exit(91);
}
