#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "archive.h"
#include "extract.h"
#include "list.h"
#include "size.h"

#define DEFAULT_MAX_TOTAL (UINT64_C(1) << 32)

typedef struct {
    bool detailed;
    extract_options extract;
} command_options;

typedef struct {
    const char *name;
    const char *flags;
    parcel_status (*run)(archive *a, const command_options *options);
} command;

static parcel_status run_list(archive *a, const command_options *options)
{
    list_options list = {.out = stdout, .detailed = options->detailed};
    return list_entries(a, &list);
}

static parcel_status run_verify(archive *a, const command_options *options)
{
    (void)options;
    return verify_entries(a);
}

static parcel_status run_extract(archive *a, const command_options *options)
{
    return extract_entries(a, &options->extract);
}

static const command commands[] = {
    {"list", "l", run_list},
    {"verify", "", run_verify},
    {"extract", "C:m:v", run_extract},
};

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static int usage(void)
{
    fputs("usage: parcel list [-l] ARCHIVE\n"
          "       parcel verify ARCHIVE\n"
          "       parcel extract [-v] [-C DIRECTORY] [-m MAX_SIZE] ARCHIVE\n",
          stderr);
    return 2;
}

static parcel_status parse_options(int argc, char **argv, const char *flags,
                                   command_options *options)
{
    int flag;
    while ((flag = getopt(argc, argv, flags)) != -1) {
        switch (flag) {
        case 'l':
            options->detailed = true;
            break;
        case 'v':
            options->extract.verbose = true;
            break;
        case 'C':
            options->extract.directory = optarg;
            break;
        case 'm':
            if (!size_parse(optarg, &options->extract.max_total)) {
                fprintf(stderr, "parcel: not a size: %s\n", optarg);
                return PARCEL_ERR_USAGE;
            }
            break;
        default:
            return PARCEL_ERR_USAGE;
        }
    }
    return PARCEL_OK;
}

static parcel_status run_command(const command *c, const char *path, const command_options *options)
{
    archive *a = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fprintf(stderr, "parcel: %s: %s\n", path, strerror(errno));
        return PARCEL_ERR_IO;
    }
    parcel_status status = archive_open(reader_source_from_fd(&fd), &a);
    if (status == PARCEL_OK) {
        status = c->run(a, options);
    }
    if (status != PARCEL_OK) {
        fprintf(stderr, "parcel: %s: %s\n", path, parcel_status_text(status));
    }
    archive_close(a);
    close(fd);
    return status;
}

int main(int argc, char **argv)
{
    command_options options = {
        .extract = {.directory = ".", .max_total = DEFAULT_MAX_TOTAL},
    };
    const command *c = argc < 2 ? NULL : find_command(argv[1]);
    if (c == NULL) {
        return usage();
    }
    if (parse_options(argc - 1, argv + 1, c->flags, &options) != PARCEL_OK) {
        return usage();
    }
    if (optind != argc - 2) {
        return usage();
    }
    return run_command(c, argv[optind + 1], &options) == PARCEL_OK ? 0 : 1;
}
