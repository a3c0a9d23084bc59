import { expect, test } from '@jest/globals';
import { foundLines } from '../../../../support/found-lines.ts';

const CHECKS = `#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int is_number(const char *text) {
  while (isdigit((unsigned char)*text)) text++;
  return *text == 0;
}
static int begins_with_digit(const char *text) {
  return text[0] != 0 && isdigit((unsigned char)text[0]);
}
static int holds_number(const char *text) {
  return is_number(text + 8);
}
static int fill(char *text, const char *from) {
  if (strpbrk(from, ";|&") != NULL) return 0;
  return sscanf(from, "%20s", text) == 1;
}
`;

/** The lines of commands, in a function that shows the calendar of a year. */
const said = (show: string, main: string) =>
  foundLines(
    `${CHECKS}${show} {
  char command[80];
  snprintf(command, sizeof command, "cal %s", year);
  system(command);
}
int main(int argc, char **argv) {
  ${main}
  return 0;
}`,
    'command_exec',
  );

const SHOW = 'static void show(const char *year)';

test.each([
  ['checked by the one caller', SHOW, 'if (argc > 1 && is_number(argv[1])) show(argv[1]);', false],
  [
    'checked under a name of its own',
    SHOW,
    'char *year = argv[1]; if (!is_number(year)) return 1; show(year);',
    false,
  ],
  [
    'asked for its first character alone',
    SHOW,
    'if (argc > 1 && begins_with_digit(argv[1])) show(argv[1]);',
    true,
  ],
  [
    'asked for a number in the middle',
    SHOW,
    'if (argc > 1 && holds_number(argv[1])) show(argv[1]);',
    true,
  ],
  ['checked by nothing', SHOW, 'show(argv[1]);', true],
  [
    'checked before one call of two',
    SHOW,
    'char *year = argv[1], *other = argv[2]; if (is_number(year)) show(year); show(other);',
    true,
  ],
  [
    'filled by a function that checks another text',
    SHOW,
    'char year[24]; if (!fill(year, argv[1])) return 1; year[23] = 0; show(argv[2]);',
    true,
  ],
])('a command with a parameter that is %s', (_, show, main, isFound) => {
  expect(said(show, main).length > 0).toBe(isFound);
});

test('single quotes around a text keep it whole where quotes are refused', () => {
  const code = (format: string) =>
    foundLines(
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char command[200];
  if (argc < 2 || strchr(argv[1], '\\'') != NULL) return 1;
  snprintf(command, sizeof command, "${format}", argv[1], argv[1]);
  return system(command);
}`,
      'command_exec',
    );
  expect(code("grep -- '%s' notes")).toEqual([]);
  expect(code('grep -- %s notes')).toEqual([8]);
  expect(code("grep -- '%s' %s")).toEqual([8]);
});

test('a folder that the starter names does not make the checked name behind it unchecked', () => {
  const code = (check: string) =>
    foundLines(
      `#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char line[80], path[200];
  if (argc < 2 || fgets(line, sizeof line, stdin) == NULL) return 1;
  ${check}
  snprintf(path, sizeof path, "%s/%s", argv[1], line);
  FILE *out = fopen(path, "w");
  if (out == NULL) return 1;
  return fclose(out);
}`,
      'path_traversal',
    );
  expect(code("if (strchr(line, '/') != NULL) return 1;")).toEqual([]);
  expect(code('')).toEqual([8]);
});
