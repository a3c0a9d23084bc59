import { changedRepository } from './changed-repository.ts';

/** A function on data alone. */
export const UNIT = 'src/name.c';

const CHECK = '    if (length + 2 > size || length >= sizeof name) return -1;\n';

function source(check: string, rest: string): string {
  return `#include <stddef.h>
#include <string.h>

int read_name(const unsigned char *bytes, size_t size)
{
    char name[16];
    size_t length;
    if (size < 2) return -1;
    length = bytes[1];
${check}    memcpy(name, bytes + 2, length);
    name[length] = 0;
    return name[0];
}
${rest}`;
}

/**
 * A repository whose last commit takes the check of a length away.
 * @param rest further code of the file, which calls the function
 */
export function uncheckedLength(rest = '') {
  return changedRepository({ [UNIT]: source(CHECK, rest) }, { [UNIT]: source('', rest) });
}
