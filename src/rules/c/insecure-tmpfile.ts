import type { CRule } from './c-rule.ts';
import { constantPrefix } from './support/expressions/constant-text.ts';

const NAMES = /^(?:mktemp|tmpnam|tmpnam_r|tempnam|_mktemp|_tempnam|_wtempnam)$/;
const OPENS = /^(?:fopen|fopen64|creat|freopen)$/;

export const insecureTmpfile: CRule = {
  id: 'insecure_tmpfile',
  title: 'A temporary file whose name can be taken first',
  category: 'permissions',
  cwe: [377, 379],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'Between choosing a name and creating the file, any user who may write to the directory can put a file or a link of that name there. The program then writes where they want. A fixed name in `/tmp` is the same with more time.',
  suggestion: 'Use mkstemp, which chooses the name and creates the file in one step.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <unistd.h>
FILE *spool(void) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/spool.%d", (int)getpid());
  return fopen(path, "w"); // defect
}`,
      `#include <stdio.h>
#include <stdlib.h>
FILE *scratch(void) {
  char name[] = "/tmp/reportXXXXXX";
  if (mktemp(name) == NULL) return NULL; // defect
  return fopen(name, "w");
}`,
      `#include <stdio.h>
FILE *state(void) {
  return fopen("/tmp/daemon.state", "w"); // defect
}`,
    ],
    good: [
      `#include <stdlib.h>
int scratch(void) {
  char name[] = "/tmp/reportXXXXXX";
  return mkstemp(name);
}`,
      `#include <stdio.h>
FILE *state(void) { return fopen("/tmp/daemon.state", "r"); }`,
    ],
  },
  listen: (report) => ({
    call(event, facts) {
      const { name } = event.call;
      if (NAMES.test(name)) {
        report(
          event.call,
          `\`${name}\` only makes up a name; another process may create the file first`,
          {
            confidence: 0.85,
          },
        );
        return;
      }
      const path = event.args[0];
      if (path === undefined) return;
      const text = constantPrefix(path, facts);
      if (text === undefined || !/^\/(?:var\/)?tmp\//.test(text) || text.includes('XXXXXX')) return;
      const mode = event.args[1];
      const flags = mode === undefined ? undefined : facts.range(mode);
      const writes = OPENS.test(name)
        ? name === 'creat' ||
          /^[wa]/.test((mode === undefined ? '' : constantPrefix(mode, facts)) ?? '')
        : /^open(?:64)?$/.test(name) &&
          flags !== undefined &&
          flags.lo === flags.hi &&
          (flags.lo & 0o100) !== 0 &&
          (flags.lo & 0o200) === 0;
      if (!writes) return;
      const fixed = facts.pointees(path).every(({ object }) => object.kind === 'literal');
      // A number of the process or of a user is as well known as the rest of a name.
      const counted = !fixed && /^[^%]*(?:%[-0-9]*l*[diu][^%]*)+$/.test(text);
      if (!fixed && !counted) return;
      const known = fixed ? 'everybody knows the name' : 'who tries a few numbers knows the name';
      report(event.call, `${known} "${text}" and can put a link there first`, {
        confidence: 0.6,
        cwe: 379,
      });
    },
  }),
};
