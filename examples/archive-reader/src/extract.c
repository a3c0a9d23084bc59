#include "extract.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "path.h"

#define COPY_CHUNK 16384u
/* Set-user-id, set-group-id and sticky bits of an archive are not trusted. */
#define FILE_MODE_MASK 0777u
#define DIRECTORY_MODE 0755u

typedef struct {
    const extract_options *options;
    int root;
    uint64_t total;
} extraction;

static parcel_status write_all(int fd, const uint8_t *data, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, data, length);
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return PARCEL_ERR_IO;
        }
        data += n;
        length -= (size_t)n;
    }
    return PARCEL_OK;
}

/* Opens the directory called name in parent and makes it if it is missing. A
 * symbolic link is refused: it could lead out of the target directory. */
static int open_directory(int parent, const char *name)
{
    if (mkdirat(parent, name, DIRECTORY_MODE) != 0 && errno != EEXIST) {
        return -1;
    }
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Walks to the directory that holds name. Stores its descriptor, which the
 * caller closes, and the last component. */
static parcel_status open_parent(int root, const char *name, int *parent,
                                 char leaf[PATH_COMPONENT_MAX + 1])
{
    const char *cursor = name;
    int current = fcntl(root, F_DUPFD_CLOEXEC, 0);
    if (current < 0) {
        return PARCEL_ERR_IO;
    }
    for (;;) {
        if (!path_next_component(&cursor, leaf, PATH_COMPONENT_MAX + 1)) {
            close(current);
            return PARCEL_ERR_UNSAFE_PATH;
        }
        if (*cursor == '\0') {
            *parent = current;
            return PARCEL_OK;
        }
        int next = open_directory(current, leaf);
        int reason = errno;
        close(current);
        if (next < 0) {
            return reason == ELOOP || reason == ENOTDIR ? PARCEL_ERR_UNSAFE_PATH : PARCEL_ERR_IO;
        }
        current = next;
    }
}

static parcel_status copy_data(archive *a, int fd)
{
    uint8_t chunk[COPY_CHUNK];
    for (;;) {
        size_t got = 0;
        PARCEL_TRY(archive_read(a, chunk, sizeof chunk, &got));
        if (got == 0) {
            return PARCEL_OK;
        }
        PARCEL_TRY(write_all(fd, chunk, got));
    }
}

static parcel_status extract_file(archive *a, const archive_entry *entry, int parent,
                                  const char *leaf)
{
    parcel_status status;
    mode_t mode = (mode_t)(entry->header.mode & FILE_MODE_MASK);
    int fd = openat(parent, leaf, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        return PARCEL_ERR_IO;
    }
    status = copy_data(a, fd);
    if (status != PARCEL_OK) {
        goto done;
    }
    const struct timespec times[2] = {
        {.tv_nsec = UTIME_NOW},
        {.tv_sec = (time_t)entry->header.mtime},
    };
    if (fchmod(fd, mode) != 0 || futimens(fd, times) != 0) {
        status = PARCEL_ERR_IO;
    }

done:
    if (close(fd) != 0 && status == PARCEL_OK) {
        status = PARCEL_ERR_IO;
    }
    if (status != PARCEL_OK) {
        /* Nobody should mistake a partial file for a good one. */
        (void)unlinkat(parent, leaf, 0);
    }
    return status;
}

static parcel_status extract_directory(int parent, const char *leaf)
{
    int fd = open_directory(parent, leaf);
    if (fd < 0) {
        return errno == ELOOP || errno == ENOTDIR ? PARCEL_ERR_UNSAFE_PATH : PARCEL_ERR_IO;
    }
    close(fd);
    return PARCEL_OK;
}

static parcel_status extract_one(archive *a, const archive_entry *entry, void *context)
{
    extraction *state = context;
    char target[PATH_MAX];
    char leaf[PATH_COMPONENT_MAX + 1];
    int parent = -1;
    parcel_status status;

    if (entry->header.size > state->options->max_total - state->total) {
        return PARCEL_ERR_LIMIT;
    }
    state->total += entry->header.size;
    PARCEL_TRY(path_join(state->options->directory, entry->name, target, sizeof target));
    PARCEL_TRY(open_parent(state->root, entry->name, &parent, leaf));
    if (entry->header.kind == ENTRY_DIRECTORY) {
        status = extract_directory(parent, leaf);
    } else {
        status = extract_file(a, entry, parent, leaf);
    }
    close(parent);
    if (status == PARCEL_OK && state->options->verbose) {
        printf("%s\n", target);
    }
    return status;
}

parcel_status extract_entries(archive *a, const extract_options *options)
{
    extraction state = {.options = options};
    state.root = open(options->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (state.root < 0) {
        return PARCEL_ERR_IO;
    }
    parcel_status status = archive_for_each(a, extract_one, &state);
    close(state.root);
    return status;
}

static parcel_status verify_one(archive *a, const archive_entry *entry, void *context)
{
    uint8_t chunk[COPY_CHUNK];
    size_t got = 0;
    (void)entry;
    (void)context;
    do {
        PARCEL_TRY(archive_read(a, chunk, sizeof chunk, &got));
    } while (got > 0);
    return PARCEL_OK;
}

parcel_status verify_entries(archive *a)
{
    return archive_for_each(a, verify_one, NULL);
}
