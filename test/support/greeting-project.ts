import type { modelServer } from '../fakes/model-server.ts';

/** A function with a defect that the scan finds. */
export const GREET = `#include <stdio.h>
#include <string.h>
#include "greet.h"

void greet(const char *name)
{
    char text[16];
    strcpy(text, name);
    puts(text);
}
`;

/** A project that is built and tested with it. */
export const GREETING_PROJECT = {
  'greet.c': GREET,
  'greet.h': 'void greet(const char *name);\n',
  'main.c':
    '#include "greet.h"\n\nint main(int argc, char **argv)\n{\n    if (argc > 1)\n        greet(argv[1]);\n    return 0;\n}\n',
  Makefile:
    'greeter: main.c greet.c greet.h\n\t$(CC) -Wall -Werror -o $@ main.c greet.c\n\ntest: greeter\n\ttest "$$(./greeter Ada)" = Ada\n',
  '.github/workflows/ci.yml': 'on: push\n',
};

/** The line with the defect, and one without. */
export const STRCPY = '    strcpy(text, name);\n';
export const MENDED = '    snprintf(text, sizeof text, "%s", name);\n';

export type ScriptedReplies = Exclude<
  Parameters<typeof modelServer>[0],
  (...args: never[]) => unknown
>;

/** A model that edits a file. */
export const edit = (file: string, old: string, replacement: string) => ({
  kind: 'answer' as const,
  calls: [
    {
      id: `edit-${replacement.length}-${file}`,
      name: 'edit_file',
      arguments: { file, edits: [{ old, new: replacement }] },
    },
  ],
});

/** A fixer's last word. */
export const fixAnswer = (fixed: boolean, explanation: string) => ({
  kind: 'answer' as const,
  content: `<FIX>\n${JSON.stringify({ fixed, explanation })}\n</FIX>`,
});
