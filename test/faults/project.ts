import type { FileChanges } from '../in-memory-github/git/store.ts';

const HEADER = 'int read_name(char *name, int size);\n';

/** `gets` here is found since it calls what the change touches; no comment can be on its line. */
const MAIN = `#include <stdio.h>
#include "name.h"

int main(void) {
    char name[64];
    char title[8];
    if (gets(title) == NULL) return 1;
    return read_name(name, 64);
}
`;

const SOUND = `#include <stdio.h>
#include "name.h"

int read_name(char *name, int size) {
    return fgets(name, size, stdin) == NULL;
}
`;

const DEFECTS = `#include <stdio.h>
#include <string.h>
#include "name.h"

int read_name(char *name, int size) {
    char line[4096];
    char copy[8];
    if (gets(line) == NULL) return size;
    strcpy(copy, line);
    return printf(copy) < 0 || name == NULL;
}
`;

const REPAIR = `#include <stdio.h>
#include "name.h"

int read_name(char *name, int size) {
    if (size <= 0) return 1;
    return fgets(name, size, stdin) == NULL;
}
`;

/** The base of every pull request. */
export const BASE: FileChanges = { 'main.c': MAIN, 'name.c': SOUND, 'name.h': HEADER };

/** Three findings on changed lines, and one in a file that is not part of the change. */
export const CHANGE: FileChanges = { 'name.c': DEFECTS };

/** Only the last of the four is left. */
export const REPAIRED: FileChanges = { 'name.c': REPAIR };
