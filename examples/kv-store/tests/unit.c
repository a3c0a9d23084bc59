#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes.h"
#include "command.h"
#include "record.h"
#include "session.h"
#include "store.h"
#include "table.h"

static int failures;
static char log_path[] = "/tmp/cubby-unit-XXXXXX";

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            failures++;                                                        \
        }                                                                      \
    } while (0)

static slice text(const char *s)
{
    return slice_from_text(s);
}

static uint64_t fake_clock(void *context)
{
    return *(const uint64_t *)context;
}

static cubby_status open_store(store *s, uint64_t *now)
{
    store_options options = {
        .path = log_path, .seed = 1, .now = fake_clock, .clock_context = now};
    return store_open(s, &options);
}

static off_t log_size(void)
{
    struct stat info;
    return stat(log_path, &info) == 0 ? info.st_size : -1;
}

static void flip_bit(off_t offset)
{
    FILE *f = fopen(log_path, "r+b");
    CHECK(f != NULL);
    if (f != NULL) {
        int byte = fseek(f, offset, SEEK_SET) == 0 ? fgetc(f) : EOF;
        CHECK(byte != EOF);
        CHECK(fseek(f, offset, SEEK_SET) == 0 && fputc(byte ^ 1, f) != EOF);
        CHECK(fclose(f) == 0);
    }
}

static bool holds(store *s, const char *key, const char *value)
{
    slice found;
    return store_get(s, text(key), &found) == CUBBY_OK && slice_equal(found, text(value));
}

static void test_bytes(void)
{
    uint8_t out[8];
    buffer b = {0};
    bytes_put(out, UINT64_C(0x1122334455667788), 8);
    CHECK(out[0] == 0x88 && out[7] == 0x11);
    CHECK(bytes_get(out, 8) == UINT64_C(0x1122334455667788));
    CHECK(bytes_get(out, 2) == 0x7788);
    CHECK(buffer_append(&b, "ab", 2) && buffer_append(&b, "c", 1));
    CHECK(!buffer_reserve(&b, SIZE_MAX - 1));
    CHECK(slice_equal(buffer_slice(&b), text("abc")));
    CHECK(slice_has_prefix(text("abc"), text("ab")) && !slice_has_prefix(text("a"), text("ab")));
    buffer_release(&b);
}

static void test_parse(void)
{
    command_line line = {0};
    uint64_t n = 0;
    CHECK(command_line_parse(text("  SET a\t\"b c\" "), &line) == CUBBY_OK && line.count == 3);
    CHECK(slice_equal(line.words[2], text("b c")));
    CHECK(command_line_parse(text("\"\\\"\\\\\\n\\r\\t\\x41\" \"\""), &line) == CUBBY_OK);
    CHECK(line.count == 2 && slice_equal(line.words[0], text("\"\\\n\r\tA")));
    CHECK(line.words[1].length == 0);
    CHECK(command_line_parse(text(""), &line) == CUBBY_OK && line.count == 0);
    CHECK(command_line_parse(text("1 2 3 4 5 6 7 8"), &line) == CUBBY_OK);
    CHECK(command_line_parse(text("1 2 3 4 5 6 7 8 9"), &line) == CUBBY_ERR_LIMIT);

    static const char *const bad[] = {"\"", "\"a", "\"a\"b", "a\"b\"", "\"\\", "\"\\x4",
                                      "\"\\x4\"", "\"\\xg0\"", "\"\\q\""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(command_line_parse(text(bad[i]), &line) == CUBBY_ERR_SYNTAX);
    }

    /* What quote_append writes is read back as it was, for every byte. */
    uint8_t all[256];
    buffer quoted = {0};
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (uint8_t)i;
    }
    slice every = {.data = all, .length = sizeof all};
    CHECK(quote_append(&quoted, every));
    CHECK(command_line_parse(buffer_slice(&quoted), &line) == CUBBY_OK && line.count == 1);
    CHECK(slice_equal(line.words[0], every));
    buffer_release(&quoted);
    command_line_release(&line);

    CHECK(parse_u64(text("18446744073709551615"), &n) && n == UINT64_MAX);
    CHECK(!parse_u64(text("18446744073709551616"), &n));
    CHECK(!parse_u64(text(""), &n) && !parse_u64(text("1x"), &n) && !parse_u64(text("-1"), &n));
}

static void test_table(void)
{
    table t;
    char key[16];
    CHECK(table_init(&t, 42) == CUBBY_OK);
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "key%d", i);
        CHECK(table_set(&t, text(key), text("v"), (uint64_t)i) == CUBBY_OK);
    }
    CHECK(t.entry_count == 1000 && t.bucket_count >= 1000);
    CHECK(table_set(&t, text("key7"), text("new"), 7) == CUBBY_OK && t.entry_count == 1000);
    CHECK(slice_equal(table_value(table_find(&t, text("key7"))), text("new")));
    CHECK(table_remove(&t, text("key7")) == CUBBY_OK);
    CHECK(table_remove(&t, text("key7")) == CUBBY_NOT_FOUND);
    CHECK(table_find(&t, text("key7")) == NULL && table_find(&t, text("")) == NULL);
    CHECK(table_sweep(&t, 9, 4) == 4);
    CHECK(table_sweep(&t, 9, SIZE_MAX) == 5);
    CHECK(t.entry_count == 990 && table_find(&t, text("key10")) != NULL);
    table_release(&t);
}

static void test_record(void)
{
    buffer b = {0};
    record r = {.kind = RECORD_SET, .expires_at = 77, .key = text("key"), .value = text("value")};
    record out;
    CHECK(record_checksum((const uint8_t *)"123456789", 9) == 0xe3069283u);
    CHECK(record_encode(&r, &b) == CUBBY_OK && b.length == RECORD_HEADER_SIZE + 8);
    CHECK(record_decode(b.data, b.length, &out) == CUBBY_OK && out.expires_at == 77);
    CHECK(slice_equal(out.key, r.key) && slice_equal(out.value, r.value));
    for (size_t i = 0; i < b.length * 8; i++) {
        b.data[i / 8] ^= (uint8_t)(1u << i % 8);
        CHECK(record_decode(b.data, b.length, &out) == CUBBY_ERR_CORRUPT);
        b.data[i / 8] ^= (uint8_t)(1u << i % 8);
    }
    for (size_t length = 0; length < b.length; length++) {
        CHECK(record_decode(b.data, length, &out) == CUBBY_ERR_CORRUPT);
    }
    r.key.length = 0;
    CHECK(record_encode(&r, &b) == CUBBY_ERR_LIMIT);
    r.key.length = KEY_MAX + 1;
    CHECK(record_encode(&r, &b) == CUBBY_ERR_LIMIT);
    buffer_release(&b);
}

static void test_store(void)
{
    store s;
    uint64_t now = 1000;
    uint64_t left = 0;
    slice value;

    CHECK(open_store(&s, &now) == CUBBY_OK);
    CHECK(store_set(&s, text("a"), text("1"), EXPIRES_NEVER) == CUBBY_OK);
    CHECK(store_set(&s, text("b"), text("2"), 500) == CUBBY_OK);
    CHECK(store_set(&s, text("c"), text("3"), EXPIRES_NEVER) == CUBBY_OK);
    CHECK(store_set(&s, text("a"), text("4"), EXPIRES_NEVER) == CUBBY_OK);
    CHECK(store_delete(&s, text("c")) == CUBBY_OK);
    CHECK(store_delete(&s, text("c")) == CUBBY_NOT_FOUND);
    CHECK(holds(&s, "a", "4") && holds(&s, "b", "2"));
    CHECK(store_lifetime(&s, text("b"), &left) == CUBBY_OK && left == 500);
    CHECK(store_lifetime(&s, text("a"), &left) == CUBBY_OK && left == EXPIRES_NEVER);
    CHECK(store_close(&s) == CUBBY_OK);

    CHECK(open_store(&s, &now) == CUBBY_OK);
    CHECK(holds(&s, "a", "4") && holds(&s, "b", "2") && store_count(&s) == 2);
    now = 1500;
    CHECK(store_get(&s, text("b"), &value) == CUBBY_NOT_FOUND);
    CHECK(store_expire(&s, text("b"), 1) == CUBBY_NOT_FOUND);
    CHECK(store_expire(&s, text("a"), 100) == CUBBY_OK);
    off_t before = log_size();
    CHECK(store_compact(&s) == CUBBY_OK);
    CHECK(log_size() == RECORD_HEADER_SIZE + 2 && before > log_size());
    CHECK(store_set(&s, text("d"), text("5"), EXPIRES_NEVER) == CUBBY_OK);
    CHECK(store_close(&s) == CUBBY_OK);

    CHECK(open_store(&s, &now) == CUBBY_OK);
    CHECK(holds(&s, "a", "4") && holds(&s, "d", "5"));
    now = 1600;
    CHECK(store_count(&s) == 1);
    CHECK(store_close(&s) == CUBBY_OK);
}

static void test_damaged_log(void)
{
    store s;
    uint64_t now = 5000;
    CHECK(truncate(log_path, 0) == 0);
    CHECK(open_store(&s, &now) == CUBBY_OK);
    CHECK(store_set(&s, text("first"), text("1"), EXPIRES_NEVER) == CUBBY_OK);
    off_t first = log_size();
    CHECK(store_set(&s, text("second"), text("2"), EXPIRES_NEVER) == CUBBY_OK);
    CHECK(store_close(&s) == CUBBY_OK);

    /* A record cut short by a crash goes away, and the log stays usable. */
    for (off_t size = log_size() - 1; size > first; size--) {
        CHECK(truncate(log_path, size) == 0);
        CHECK(open_store(&s, &now) == CUBBY_OK);
        CHECK(holds(&s, "first", "1") && store_count(&s) == 1 && log_size() == first);
        CHECK(store_set(&s, text("second"), text("2"), EXPIRES_NEVER) == CUBBY_OK);
        CHECK(store_close(&s) == CUBBY_OK);
    }

    /* Damage in the middle is never taken for such a cut. */
    for (off_t offset = 0; offset < first; offset++) {
        flip_bit(offset);
        CHECK(open_store(&s, &now) == CUBBY_ERR_CORRUPT);
        flip_bit(offset);
    }
    CHECK(open_store(&s, &now) == CUBBY_OK && holds(&s, "second", "2"));
    CHECK(store_close(&s) == CUBBY_OK);
}

static bool answers(session *c, const char *request, const char *reply)
{
    return session_handle(c, text(request)) == CUBBY_OK &&
           slice_equal(buffer_slice(&c->reply), text(reply));
}

static void test_session(void)
{
    store s;
    session c;
    uint64_t now = 9000;
    CHECK(truncate(log_path, 0) == 0);
    CHECK(open_store(&s, &now) == CUBBY_OK);
    session_start(&c, &s);
    CHECK(answers(&c, "PING", "+PONG\n"));
    CHECK(answers(&c, "", ""));
    CHECK(answers(&c, "SET k \"a b\"\r", "+OK\n"));
    CHECK(answers(&c, "GET k", "\"a b\"\n"));
    CHECK(answers(&c, "TTL k", "+NEVER\n"));
    CHECK(answers(&c, "SET t x EX 2", "+OK\n"));
    now += 1;
    CHECK(answers(&c, "TTL t", ":2\n"));
    CHECK(answers(&c, "EXPIRE t 1", "+OK\n"));
    CHECK(answers(&c, "KEYS t", "\"t\"\n.\n"));
    now += 1000;
    CHECK(answers(&c, "GET t", "-no such key\n"));
    CHECK(answers(&c, "COUNT", ":1\n"));
    CHECK(answers(&c, "SET \"\" x", "-too long or too large\n"));
    CHECK(answers(&c, "SET k", "-wrong number of words\n"));
    CHECK(answers(&c, "SET k v EX", "-usage: SET key value [EX seconds]\n"));
    CHECK(answers(&c, "SET k v EX 18446744073709551615", "-usage: SET key value [EX seconds]\n"));
    CHECK(answers(&c, "GET \"k", "-cannot understand this\n"));
    CHECK(answers(&c, "get k", "-unknown command\n"));
    CHECK(answers(&c, "DEL k", "+OK\n"));
    CHECK(answers(&c, "COMPACT", "+OK\n") && log_size() == 0);
    CHECK(answers(&c, "QUIT", "+BYE\n") && c.finished);
    session_release(&c);
    CHECK(store_close(&s) == CUBBY_OK);
}

int main(void)
{
    int fd = mkstemp(log_path);
    if (fd < 0) {
        perror("mkstemp");
        return 3;
    }
    close(fd);
    test_bytes();
    test_parse();
    test_table();
    test_record();
    test_store();
    test_damaged_log();
    test_session();
    unlink(log_path);
    if (failures != 0) {
        fprintf(stderr, "%d checks failed\n", failures);
        return 1;
    }
    puts("unit: all checks passed");
    return 0;
}
