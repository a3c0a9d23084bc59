/* What bzip2 gives in C, for the test cases of its Rust: lines of a name, a length and a checksum. */
#include "bzlib.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 120000, RUNS = 60000, NOISE = 30000, ALL = TEXT + RUNS + NOISE, ROOM = 2 * ALL };

static char data[ALL], out[ROOM], back[ROOM];

static void make(void) {
    uint32_t x = 7;
    for (int i = 0; i < ALL; i++) {
        x = x * 1103515245u + 12345u;
        if (i < TEXT)
            data[i] = "etaoin shrdlu\n"[(x >> 16) % 14];
        else if (i < TEXT + RUNS)
            data[i] = (char)('a' + i / 300 % 3);
        else
            data[i] = (char)(x >> 24);
    }
}

static void tell(const char *name, int number, const char *bytes, unsigned length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (unsigned i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    printf("%s %d %u %llu\n", name, number, length, (unsigned long long)hash);
}

static void flushes(void) {
    bz_stream s = {0};
    BZ2_bzCompressInit(&s, 1, 0, 30);
    const int actions[] = {BZ_RUN, BZ_FLUSH, BZ_RUN, BZ_FINISH};
    s.next_in = data;
    s.next_out = out;
    s.avail_out = ROOM;
    for (int i = 0; i < 4; i++) {
        s.avail_in = i % 2 == 0 ? 5000 : 0;
        printf("status %d %d 0\n", i, BZ2_bzCompress(&s, actions[i]));
    }
    tell("flush", 0, out, ROOM - s.avail_out);
    BZ2_bzCompressEnd(&s);
}

static void damages(void) {
    unsigned length = ROOM;
    BZ2_bzBuffToBuffCompress(out, &length, data, 5000, 1, 0, 30);
    for (int i = 0; i < 100; i++) {
        unsigned got = ROOM;
        out[i * 7 % length] ^= 0x10;
        printf("damage %d %d 0\n", i, -BZ2_bzBuffToBuffDecompress(back, &got, out, length, 0, 0));
        out[i * 7 % length] ^= 0x10;
    }
}

static void files(int abandon) {
    int error;
    unsigned in_low, in_high, out_low, out_high;
    FILE *file = tmpfile();
    BZFILE *b = BZ2_bzWriteOpen(&error, file, 1, 0, 30);
    for (int at = 0; at < ALL; at += 10000)
        BZ2_bzWrite(&error, b, data + at, 10000);
    BZ2_bzWriteClose64(&error, b, abandon, &in_low, &in_high, &out_low, &out_high);
    printf("read %d %u 0\nwritten %d %u 0\n", abandon, in_low, abandon, out_low);
    rewind(file);
    tell("file", abandon, out, (unsigned)fread(out, 1, ROOM, file));
    fclose(file);
}

int main(void) {
    make();
    tell("data", 0, data, ALL);
    for (int level = 1; level <= 9; level++) {
        unsigned length = ROOM, got = ROOM;
        if (BZ2_bzBuffToBuffCompress(out, &length, data, ALL, level, 0, 30) != BZ_OK)
            return 1;
        tell("level", level, out, length);
        if (BZ2_bzBuffToBuffDecompress(back, &got, out, length, 0, 0) != BZ_OK || got != ALL || memcmp(back, data, ALL))
            return 1;
    }
    flushes();
    damages();
    files(0);
    files(1);
    return 0;
}
