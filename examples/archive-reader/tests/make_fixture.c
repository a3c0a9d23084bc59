#include <stdio.h>
#include <string.h>

#include "archive_builder.h"

/* usage: make_fixture FILE NAME TEXT [NAME TEXT]...
 * Writes an archive. A NAME that ends in a slash is a directory. */
int main(int argc, char **argv)
{
    archive_builder b;
    if (argc < 4 || argc % 2 != 0) {
        fputs("usage: make_fixture FILE NAME TEXT [NAME TEXT]...\n", stderr);
        return 2;
    }
    builder_start(&b, (uint32_t)(argc - 2) / 2);
    for (int i = 2; i < argc; i += 2) {
        size_t length = strlen(argv[i]);
        builder_entry entry = {ENTRY_FILE, argv[i], 04640, 1000000000, argv[i + 1]};
        if (length > 0 && argv[i][length - 1] == '/') {
            argv[i][length - 1] = '\0';
            entry = (builder_entry){ENTRY_DIRECTORY, argv[i], 0755, 1000000000, NULL};
        }
        builder_add(&b, &entry);
    }

    FILE *out = fopen(argv[1], "wb");
    if (out == NULL) {
        perror(argv[1]);
        return 1;
    }
    size_t written = fwrite(b.data, 1, b.length, out);
    int failed = written != b.length;
    if (fclose(out) != 0) {
        failed = 1;
    }
    builder_release(&b);
    return failed;
}
