#include "list.h"

#include <inttypes.h>
#include <time.h>

void list_format_mode(entry_kind kind, uint32_t mode, char out[MODE_TEXT_SIZE])
{
    static const char letters[] = "rwxrwxrwx";
    out[0] = kind == ENTRY_DIRECTORY ? 'd' : '-';
    for (unsigned i = 0; i < 9; i++) {
        out[i + 1] = (mode & (1u << (8 - i))) != 0 ? letters[i] : '-';
    }
    out[10] = '\0';
}

static void format_time(int64_t seconds, char *out, size_t capacity)
{
    struct tm parts;
    time_t moment = (time_t)seconds;
    if (gmtime_r(&moment, &parts) == NULL ||
        strftime(out, capacity, "%Y-%m-%d %H:%M", &parts) == 0) {
        snprintf(out, capacity, "%s", "?");
    }
}

static parcel_status list_one(archive *a, const archive_entry *entry, void *context)
{
    (void)a;
    const list_options *options = context;
    int written;
    if (options->detailed) {
        char mode[MODE_TEXT_SIZE];
        char moment[32];
        list_format_mode(entry->header.kind, entry->header.mode, mode);
        format_time(entry->header.mtime, moment, sizeof moment);
        written = fprintf(options->out, "%s %12" PRIu64 " %s %s\n", mode, entry->header.size,
                          moment, entry->name);
    } else {
        written = fprintf(options->out, "%s\n", entry->name);
    }
    return written < 0 ? PARCEL_ERR_IO : PARCEL_OK;
}

parcel_status list_entries(archive *a, const list_options *options)
{
    list_options copy = *options;
    PARCEL_TRY(archive_for_each(a, list_one, &copy));
    return fflush(options->out) == 0 ? PARCEL_OK : PARCEL_ERR_IO;
}
