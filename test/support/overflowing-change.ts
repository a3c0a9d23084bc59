import { changedRepository } from './changed-repository.ts';

/** Where the change takes a check away. */
export const UNIT = 'src/record.c';

const HEADER = `#ifndef RECORD_H
#define RECORD_H
#include <stddef.h>
#define NAME_SIZE 16
struct record { char name[NAME_SIZE]; unsigned char kind; };
int parse_record(struct record *out, const unsigned char *bytes, size_t size);
void log_record(const struct record *record);
#endif
`;

const CHECK = '    if (length + 2 > size || length >= NAME_SIZE) return -1;\n';

function source(check: string): string {
  return `#include "config.h"
#include "record.h"
#ifdef HAVE_STRING_H
#include <string.h>
#endif

static int copy_name(struct record *out, const unsigned char *bytes, size_t size)
{
    size_t length = bytes[1];
${check}    memcpy(out->name, bytes + 2, length);
    out->name[length] = 0;
    return 0;
}

int parse_record(struct record *out, const unsigned char *bytes, size_t size)
{
    if (size < 2) return -1;
    out->kind = bytes[0];
    if (copy_name(out, bytes, size) != 0) return -1;
    log_record(out);
    return 0;
}
`;
}

const COMMON = {
  'src/record.h': HEADER,
  'config.h.in': '#undef HAVE_STRING_H\n#undef HAVE_ODD_THING\n',
  'src/log.c':
    '#include "record.h"\nvoid log_record(const struct record *record) { (void)record; }\n',
};

/**
 * A repository whose last commit takes the check of a length away, in a function of file scope.
 * @param head the check of the head, and that of the base
 * @param more files that both have
 */
export function overflowingChange(
  head = '',
  base = CHECK,
  more: Readonly<Record<string, string>> = {},
) {
  return changedRepository({ ...COMMON, ...more, [UNIT]: source(base) }, { [UNIT]: source(head) });
}

/** A driver that shows it: a name that is longer than its record. */
export const DRIVER = `#include <stdlib.h>
void log_record(const struct record *record) { (void)record; }
int main(int argc, char **argv)
{
    size_t size;
    unsigned char *bytes = rustward_read(argv[1], &size);
    struct record *record = malloc(sizeof *record);
    (void)argc;
    parse_record(record, bytes, size);
    free(record);
    free(bytes);
    return 0;
}
`;

/** A record with a name of 200 bytes. */
export const INPUT = Buffer.concat([Buffer.from([1, 200]), Buffer.alloc(200, 'a')]).toString(
  'base64',
);

export const ANSWER = { kind: 'driver', unit: UNIT, driver: DRIVER, input: INPUT };
