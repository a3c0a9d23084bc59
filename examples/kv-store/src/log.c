#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static cubby_status write_all(int fd, const uint8_t *data, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, data, length);
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return CUBBY_ERR_IO;
        }
        data += n;
        length -= (size_t)n;
    }
    return CUBBY_OK;
}

/* Reads length bytes at offset; *got is smaller only at the end of the file. */
static cubby_status read_at(int fd, uint8_t *out, size_t length, uint64_t offset, size_t *got)
{
    *got = 0;
    while (*got < length) {
        ssize_t n = pread(fd, out + *got, length - *got, (off_t)(offset + *got));
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return CUBBY_ERR_IO;
        }
        if (n == 0) {
            break;
        }
        *got += (size_t)n;
    }
    return CUBBY_OK;
}

static cubby_status open_locked(record_log *log, const char *path, int extra_flags)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat info;
    struct stat named;
    cubby_status status = CUBBY_ERR_IO;
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | extra_flags, 0600);
    if (fd < 0) {
        return CUBBY_ERR_IO;
    }
    if (fcntl(fd, F_SETLK, &lock) != 0) {
        if (errno == EACCES || errno == EAGAIN) {
            status = CUBBY_ERR_LOCKED;
        }
        goto fail;
    }
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 0) {
        goto fail;
    }
    /* Between open and lock, a compaction may have put another file there. */
    if (stat(path, &named) != 0) {
        goto fail;
    }
    if (named.st_dev != info.st_dev || named.st_ino != info.st_ino) {
        status = CUBBY_ERR_LOCKED;
        goto fail;
    }
    *log = (record_log){.fd = fd, .size = (uint64_t)info.st_size};
    return CUBBY_OK;

fail:
    close(fd);
    return status;
}

cubby_status log_open(record_log *log, const char *path)
{
    return open_locked(log, path, 0);
}

cubby_status log_create(record_log *log, const char *path)
{
    if (unlink(path) != 0 && errno != ENOENT) {
        return CUBBY_ERR_IO;
    }
    return open_locked(log, path, O_EXCL);
}

void log_close(record_log *log)
{
    close(log->fd);
    buffer_release(&log->scratch);
    *log = (record_log){.fd = -1};
}

cubby_status log_truncate(record_log *log, uint64_t size)
{
    if (ftruncate(log->fd, (off_t)size) != 0) {
        log->broken = true;
        return CUBBY_ERR_IO;
    }
    log->size = size;
    return CUBBY_OK;
}

/* Reads the record at offset into the scratch buffer. CUBBY_END when the file
 * ends inside it. */
static cubby_status read_record(record_log *log, uint64_t offset, record *out)
{
    uint8_t bytes[RECORD_HEADER_SIZE];
    record_header header;
    size_t got = 0;

    CUBBY_TRY(read_at(log->fd, bytes, sizeof bytes, offset, &got));
    if (got < sizeof bytes) {
        return CUBBY_END;
    }
    CUBBY_TRY(record_header_decode(bytes, &header));

    size_t length = RECORD_HEADER_SIZE + header.key_length + header.value_length;
    log->scratch.length = 0;
    if (!buffer_reserve(&log->scratch, length)) {
        return CUBBY_ERR_MEMORY;
    }
    CUBBY_TRY(read_at(log->fd, log->scratch.data, length, offset, &got));
    if (got < length) {
        return CUBBY_END;
    }
    log->scratch.length = length;
    return record_decode(log->scratch.data, length, out);
}

cubby_status log_replay(record_log *log, log_visitor visit, void *context)
{
    uint64_t offset = 0;
    while (offset < log->size) {
        record r;
        cubby_status status = read_record(log, offset, &r);
        if (status == CUBBY_END) {
            return log_truncate(log, offset);
        }
        if (status != CUBBY_OK) {
            return status;
        }
        CUBBY_TRY(visit(&r, context));
        offset += log->scratch.length;
    }
    return CUBBY_OK;
}

cubby_status log_append(record_log *log, const record *r)
{
    if (log->broken) {
        return CUBBY_ERR_IO;
    }
    log->scratch.length = 0;
    CUBBY_TRY(record_encode(r, &log->scratch));
    cubby_status status = write_all(log->fd, log->scratch.data, log->scratch.length);
    if (status != CUBBY_OK) {
        /* Half a record in the middle would make the rest unreadable. */
        (void)log_truncate(log, log->size);
        return status;
    }
    log->size += log->scratch.length;
    return CUBBY_OK;
}

cubby_status log_sync(const record_log *log)
{
    return fsync(log->fd) == 0 ? CUBBY_OK : CUBBY_ERR_IO;
}
