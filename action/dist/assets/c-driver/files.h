/*
 * The folder in which the C works, files that it is given by their descriptor, and those it gives
 * back.
 */
#pragma once
#include "values.h"

#include <dirent.h>
#include <ftw.h>
#include <sys/stat.h>
#include <time.h>

extern const int rw_has_files;
static const char *const rw_places[] = {RW_PLACE_LIST};
static const char *const rw_targets[] = {RW_TARGET_LIST};

enum {
    RW_PLACES = sizeof rw_places / sizeof *rw_places,
    RW_TARGETS = sizeof rw_targets / sizeof *rw_targets,
    RW_MAX_CONTENT = 1 << 15,
    RW_KEPT = 200
};

static int rw_home = -1, rw_first_file = -1;
static time_t rw_begun;

static struct {
    const char *key;
    int file;
} rw_files[64];

static rw_u32 rw_file_count;

static int rw_remove(const char *path, const struct stat *s, int kind, struct FTW *at) {
    (void)s;
    (void)kind;
    (void)at;
    return remove(path);
}

static void rw_open_home(void) {
    if (!rw_has_files)
        return;
    rw_home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    rw_first_file = open("/dev/null", O_RDONLY);
    close(rw_first_file);
    rw_begun = time(0);
    umask(022);
}

/* The folder is made anew for each case, and what an earlier one left open is closed. */
static void rw_begin_files(void) {
    if (!rw_has_files)
        return;
    close_range((unsigned)rw_first_file, RW_KEPT - 1, 0);
    rw_file_count = 0;
    nftw(RW_WORLD, rw_remove, 16, FTW_DEPTH | FTW_PHYS);
    if (mkdir(RW_WORLD, 0755) != 0 || mkdir(RW_WORKING_FOLDER, 0755) != 0 ||
        chdir(RW_WORKING_FOLDER) != 0)
        _exit(91);
}

static void rw_end_files(void) {
    if (rw_has_files && fchdir(rw_home) != 0)
        _exit(91);
}

static unsigned char *rw_get_bytes(rw_u32 *size) {
    *size = rw_get_u32();
    unsigned char *bytes = rw_room(*size);
    rw_get(bytes, *size);
    return bytes;
}

static void rw_write_file(int file, const unsigned char *bytes, rw_u32 size) {
    if (size > 0 && write(file, bytes, size) != (ssize_t)size)
        _exit(91);
}

void rw_get_files(void) {
    for (rw_u32 count = rw_get_u32(); count > 0; count--) {
        rw_u8 place, kind;
        rw_u32 size;
        char path[64];
        rw_get(&place, 1);
        rw_get(&kind, 1);
        unsigned char *bytes = rw_get_bytes(&size);
        snprintf(path, sizeof path, "%s", rw_places[place % RW_PLACES]);
        for (char *at = strchr(path, '/'); at != 0; at = strchr(at + 1, '/')) {
            *at = 0;
            mkdir(path, 0755);
            *at = '/';
        }
        if (kind % 3 == 1)
            mkdir(path, 0755);
        else if (kind % 3 == 2) {
            if (symlink(rw_targets[size == 0 ? 0 : bytes[0] % RW_TARGETS], path) != 0)
                continue;
        } else {
            const struct timespec times[2] = {{0, 0}, {0, 0}};
            int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0644);
            if (file < 0)
                continue;
            rw_write_file(file, bytes, size);
            futimens(file, times);
            close(file);
        }
    }
}

/* The standard input of a case. */
void rw_get_stdin(void) {
    rw_u32 size;
    unsigned char *bytes = rw_get_bytes(&size);
    int file = memfd_create("stdin", MFD_CLOEXEC);
    rw_write_file(file, bytes, size);
    if (lseek(file, 0, SEEK_SET) != 0 || (file != 0 && dup2(file, 0) != 0))
        _exit(91);
    if (file != 0)
        close(file);
    /* A stream of its own, since an earlier one knows what it has read; the C may have closed that.
     */
    rw_standard_input = fdopen(0, "r");
    if (rw_standard_input == 0)
        _exit(91);
    stdin = rw_standard_input;
}

static void rw_put_bytes(const void *bytes, size_t size) {
    rw_u32 told = (rw_u32)size;
    rw_put(&told, sizeof told);
    rw_put(bytes, size);
}

static void rw_put_content(int file, rw_u64 size) {
    static unsigned char content[RW_MAX_CONTENT];
    ssize_t got =
        file < 0 ? 0 : pread(file, content, size < RW_MAX_CONTENT ? size : RW_MAX_CONTENT, 0);
    rw_put_bytes(content, got < 0 ? 0 : (size_t)got);
}

static int rw_by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void rw_put_folder(const char *folder, rw_u32 *count) {
    struct dirent **names = 0;
    int found = scandir(folder, &names, 0, rw_by_name);
    for (int i = 0; i < found; i++) {
        char path[4096], target[4096];
        struct stat s;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        int is_one = strcmp(names[i]->d_name, ".") != 0 && strcmp(names[i]->d_name, "..") != 0 &&
                     lstat(path, &s) == 0;
        free(names[i]);
        if (!is_one)
            continue;
        ++*count;
        rw_u8 kind = S_ISREG(s.st_mode) ? 0 : S_ISDIR(s.st_mode) ? 1 : S_ISLNK(s.st_mode) ? 2 : 3;
        rw_u16 mode = (rw_u16)(kind == 2 ? 0 : s.st_mode & 07777);
        rw_u64 size = kind == 0 ? (rw_u64)s.st_size : 0;
        rw_i64 moment = s.st_mtim.tv_sec;
        /* What was written just now has no time that could be told again. */
        if (kind != 0 || (moment >= rw_begun - 86400 && moment <= rw_begun + 86400))
            moment = -1;
        rw_put_bytes(path, strlen(path));
        rw_put(&kind, 1);
        rw_put(&mode, sizeof mode);
        rw_put(&size, sizeof size);
        if (kind == 0) {
            int file = open(path, O_RDONLY | O_NOFOLLOW);
            rw_put_content(file, size);
            if (file >= 0)
                close(file);
        } else {
            ssize_t length = kind == 2 ? readlink(path, target, sizeof target) : 0;
            rw_put_bytes(target, length < 0 ? 0 : (size_t)length);
        }
        rw_put(&moment, sizeof moment);
        if (kind == 1)
            rw_put_folder(path, count);
    }
    free(names);
}

void rw_put_files(void) {
    size_t at = rw_out_used;
    rw_u32 count = 0;
    rw_put(&count, sizeof count);
    rw_put_folder(RW_WORLD, &count);
    memcpy(rw_out + at, &count, sizeof count);
}

/* A file by its descriptor. A second one of the same place tells what became of it. */
static int rw_keep_file(const char *key, int file) {
    if (rw_file_count >= sizeof rw_files / sizeof *rw_files)
        rw_stop("more files than a case may have");
    rw_files[rw_file_count].key = key;
    rw_files[rw_file_count++].file = dup(file);
    return file;
}

/* kind: 0 it is read, 1 it is written, 2 both from a place on. */
int rw_file(const char *key, int kind) {
    rw_u32 size = 0;
    rw_u16 at = 0;
    rw_u8 fails;
    unsigned char *bytes = kind == 1 ? 0 : rw_get_bytes(&size);
    if (kind == 2)
        rw_get(&at, sizeof at);
    rw_get(&fails, 1);
    int file = memfd_create("file", MFD_CLOEXEC);
    rw_write_file(file, bytes, size);
    if (fails) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        int other = open(path, (kind == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
        close(file);
        file = other;
    }
    if (file < 0)
        _exit(91);
    lseek(file, at % (size + 1), SEEK_SET);
    return rw_keep_file(key, file);
}

int rw_folder(const char *key) {
    rw_u8 place;
    rw_get(&place, 1);
    int file = -1;
    if (place >= 128)
        file = open(rw_places[place % RW_PLACES], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        file = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return rw_keep_file(key, file);
}

void rw_put_file(const char *key, int kind) {
    for (rw_u32 i = rw_file_count; i-- > 0;) {
        int file = rw_files[i].file;
        if (strcmp(rw_files[i].key, key) != 0)
            continue;
        off_t at = lseek(file, 0, SEEK_CUR), end = lseek(file, 0, SEEK_END);
        rw_u64 place = (rw_u64)at;
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        int readable = open(path, O_RDONLY | O_CLOEXEC);
        if (kind != 0)
            rw_put_content(readable, (rw_u64)end);
        if (kind != 1)
            rw_put(&place, sizeof place);
        if (kind == 2) {
            struct stat s;
            rw_u16 mode = (rw_u16)(fstat(file, &s) == 0 ? s.st_mode & 07777 : 0);
            rw_put(&mode, sizeof mode);
        }
        if (readable >= 0)
            close(readable);
        lseek(file, at, SEEK_SET);
        return;
    }
    _exit(91);
}

void rw_put_descriptor(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    int flags = fcntl(file, F_GETFL);
    rw_u16 access = (rw_u16)(flags < 0 ? 0 : flags & (O_ACCMODE | O_APPEND));
    off_t at = lseek(file, 0, SEEK_CUR);
    rw_u64 place = at < 0 ? 0 : (rw_u64)at;
    rw_put_bytes(path, length < 0 ? 0 : (size_t)length);
    rw_put(&access, sizeof access);
    rw_put(&place, sizeof place);
}
