#include <stdio.h>
#include <string.h>

#include "archive.h"
#include "archive_builder.h"
#include "bytes.h"
#include "checksum.h"
#include "extract.h"
#include "list.h"
#include "path.h"
#include "size.h"

static int failures;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            failures++;                                                        \
        }                                                                      \
    } while (0)

static parcel_status open_built(const archive_builder *b, memory_source *memory, archive **out)
{
    *memory = (memory_source){.data = b->data, .length = b->length};
    return archive_open(reader_source_from_memory(memory), out);
}

static parcel_status verify_built(const archive_builder *b)
{
    memory_source memory;
    archive *a = NULL;
    parcel_status status = open_built(b, &memory, &a);
    if (status == PARCEL_OK) {
        status = verify_entries(a);
    }
    archive_close(a);
    return status;
}

static parcel_status verify_name(const char *name)
{
    archive_builder b;
    builder_entry entry = {ENTRY_FILE, name, 0644, 0, "x"};
    builder_start(&b, 1);
    builder_add(&b, &entry);
    parcel_status status = verify_built(&b);
    builder_release(&b);
    return status;
}

static void test_bytes(void)
{
    uint8_t buffer[8];
    bytes_put_u64(buffer, UINT64_C(0x8877665544332211));
    CHECK(buffer[0] == 0x11 && buffer[7] == 0x88);
    CHECK(bytes_get_u16(buffer) == 0x2211);
    CHECK(bytes_get_u32(buffer + 4) == 0x88776655u);
    CHECK(bytes_get_u64(buffer) == UINT64_C(0x8877665544332211));
}

static void test_checksum(void)
{
    const uint8_t *digits = (const uint8_t *)"123456789";
    CHECK(checksum_update(0, digits, 9) == 0xcbf43926u);
    CHECK(checksum_update(checksum_update(0, digits, 4), digits + 4, 5) == 0xcbf43926u);
    CHECK(checksum_update(0, digits, 0) == 0);
}

static void test_size(void)
{
    uint64_t value = 0;
    CHECK(size_parse("0", &value) && value == 0);
    CHECK(size_parse("3k", &value) && value == 3072);
    CHECK(size_parse("18446744073709551615", &value) && value == UINT64_MAX);
    CHECK(!size_parse("18446744073709551616", &value));
    CHECK(!size_parse("17179869184g", &value));
    CHECK(!size_parse("", &value));
    CHECK(!size_parse("k", &value));
    CHECK(!size_parse("1kk", &value));
    CHECK(!size_parse("-1", &value));
}

static void test_path(void)
{
    static const char *const good[] = {"a", "a/b/c", "...", "..a", "a..", ".hidden", "a b"};
    static const char *const bad[] = {"", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a",
                                      "a/../b", "a/./b", "a\\b", "a\nb"};
    char out[16];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK(path_is_safe(good[i], strlen(good[i])));
        CHECK(verify_name(good[i]) == PARCEL_OK);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(!path_is_safe(bad[i], strlen(bad[i])));
        CHECK(verify_name(bad[i]) != PARCEL_OK);
    }
    CHECK(!path_is_safe("a\0b", 3));

    CHECK(path_join("out", "a/b", out, sizeof out) == PARCEL_OK && strcmp(out, "out/a/b") == 0);
    CHECK(path_join("out//", "a", out, sizeof out) == PARCEL_OK && strcmp(out, "out/a") == 0);
    CHECK(path_join("/", "a", out, sizeof out) == PARCEL_OK && strcmp(out, "/a") == 0);
    CHECK(path_join("0123456789", "abcd", out, 16) == PARCEL_OK);
    CHECK(path_join("0123456789", "abcd", out, 15) == PARCEL_ERR_LIMIT);
    CHECK(path_join("out", "../a", out, sizeof out) == PARCEL_ERR_UNSAFE_PATH);
    CHECK(path_join("", "a", out, sizeof out) == PARCEL_ERR_UNSAFE_PATH);

    const char *cursor = "ab/c";
    CHECK(path_next_component(&cursor, out, 3) && strcmp(out, "ab") == 0);
    CHECK(path_next_component(&cursor, out, 3) && strcmp(out, "c") == 0);
    CHECK(!path_next_component(&cursor, out, 3));
    cursor = "abc";
    CHECK(!path_next_component(&cursor, out, 3));
}

static void test_mode(void)
{
    char out[MODE_TEXT_SIZE];
    list_format_mode(ENTRY_DIRECTORY, 0755, out);
    CHECK(strcmp(out, "drwxr-xr-x") == 0);
    list_format_mode(ENTRY_FILE, 04602, out);
    CHECK(strcmp(out, "-rw-----w-") == 0);
}

static void test_iteration(void)
{
    static const builder_entry entries[] = {
        {ENTRY_DIRECTORY, "docs", 0755, 7, NULL},
        {ENTRY_FILE, "docs/a.txt", 0644, 8, "hello"},
        {ENTRY_FILE, "empty", 0600, 9, ""},
    };
    archive_builder b;
    memory_source memory;
    archive *a = NULL;
    archive_entry entry;
    uint8_t data[8];
    size_t got = 0;

    builder_start(&b, 3);
    for (size_t i = 0; i < 3; i++) {
        builder_add(&b, &entries[i]);
    }
    CHECK(open_built(&b, &memory, &a) == PARCEL_OK);
    if (a != NULL) {
        CHECK(archive_next(a, &entry) == PARCEL_OK && strcmp(entry.name, "docs") == 0);
        CHECK(entry.header.kind == ENTRY_DIRECTORY && entry.header.mtime == 7);
        CHECK(archive_next(a, &entry) == PARCEL_OK && entry.header.size == 5);
        CHECK(archive_read(a, data, 2, &got) == PARCEL_OK && got == 2);
        CHECK(memcmp(data, "he", 2) == 0);
        /* The unread rest of the entry is skipped. */
        CHECK(archive_next(a, &entry) == PARCEL_OK && strcmp(entry.name, "empty") == 0);
        CHECK(archive_read(a, data, sizeof data, &got) == PARCEL_OK && got == 0);
        CHECK(archive_next(a, &entry) == PARCEL_END);
    }
    archive_close(a);

    /* No prefix of an archive is an archive. */
    size_t whole = b.length;
    CHECK(verify_built(&b) == PARCEL_OK);
    for (b.length = 0; b.length < whole; b.length++) {
        CHECK(verify_built(&b) == PARCEL_ERR_TRUNCATED);
    }
    builder_release(&b);
}

static void test_damage(void)
{
    archive_builder b;
    builder_entry entry = {ENTRY_FILE, "name", 0644, 0, "some data"};
    builder_start(&b, 1);
    size_t start = b.length;
    builder_add(&b, &entry);

    b.data[b.length - 1] ^= 1;
    CHECK(verify_built(&b) == PARCEL_ERR_CHECKSUM);
    b.data[b.length - 1] ^= 1;

    b.data[start + 9] ^= 1;
    CHECK(verify_built(&b) == PARCEL_ERR_CHECKSUM);
    b.data[start + 9] ^= 1;

    bytes_put_u16(b.data + start + 6, ENTRY_NAME_MAX + 1);
    builder_seal(&b, start);
    CHECK(verify_built(&b) == PARCEL_ERR_LIMIT);
    bytes_put_u16(b.data + start + 6, 4);

    b.data[start + 4] = 3;
    builder_seal(&b, start);
    CHECK(verify_built(&b) == PARCEL_ERR_FORMAT);
    b.data[start + 4] = ENTRY_FILE;

    bytes_put_u64(b.data + start + 16, UINT64_MAX);
    builder_seal(&b, start);
    CHECK(verify_built(&b) == PARCEL_ERR_TRUNCATED);

    b.data[0] = 'p';
    CHECK(verify_built(&b) == PARCEL_ERR_FORMAT);
    builder_release(&b);
}

int main(void)
{
    test_bytes();
    test_checksum();
    test_size();
    test_path();
    test_mode();
    test_iteration();
    test_damage();
    if (failures != 0) {
        fprintf(stderr, "%d checks failed\n", failures);
        return 1;
    }
    puts("unit: all checks passed");
    return 0;
}
