import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { visitExpr } from '../../code/c/ir/walk.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';

/** Calls whose result says how much was read or that nothing was, and how much ignoring it matters. */
const IGNORED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    read: 0.65,
    pread: 0.65,
    recv: 0.7,
    recvfrom: 0.65,
    fread: 0.6,
    readlink: 0.65,
    getline: 0.5,
    fgets: 0.45,
    scanf: 0.45,
    fscanf: 0.5,
    sscanf: 0.45,
    write: 0.45,
    send: 0.45,
    fwrite: 0.45,
    ftruncate: 0.5,
    chdir: 0.5,
    rename: 0.45,
    pipe: 0.6,
    dup2: 0.45,
    bind: 0.7,
    listen: 0.6,
    connect: 0.65,
    fseek: 0.4,
    lseek: 0.4,
    stat: 0.6,
    fstat: 0.6,
    lstat: 0.6,
  }),
);
const OPENING =
  /^(?:fopen|fopen64|fdopen|freopen|tmpfile|popen|opendir|fmemopen|open_memstream|fdopendir)$/;
const DESCRIPTORS =
  /^(?:open|open64|openat|creat|socket|accept|accept4|dup|mkstemp|mkostemp|epoll_create1|epoll_create|eventfd|timerfd_create|inotify_init)$/;
/** Where calls take a descriptor. */
const TAKES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    read: 0,
    write: 0,
    pread: 0,
    pwrite: 0,
    send: 0,
    recv: 0,
    sendto: 0,
    recvfrom: 0,
    lseek: 0,
    fstat: 0,
    bind: 0,
    listen: 0,
    connect: 0,
    accept: 0,
    ftruncate: 0,
    fchmod: 0,
    fdopen: 0,
    dup2: 0,
  }),
);

export const uncheckedIo: CRule = {
  id: 'unchecked_io',
  title: 'A failed input or output goes unnoticed',
  category: 'error_handling',
  cwe: [252, 690],
  furtherCwe: [457],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'Opening, reading and writing fail in ordinary life: the file is missing, the disk is full, the peer is gone. Unchecked, the program works on a null pointer, on descriptor -1, or on a buffer that still holds what was there before.',
  suggestion: 'Check the result before what was opened or read is used.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
int first(const char *path) {
  FILE *in = fopen(path, "r");
  int letter = fgetc(in); // defect
  fclose(in);
  return letter;
}`,
      `#include <fcntl.h>
#include <unistd.h>
int tag(const char *path, char *out) {
  int fd = open(path, O_RDONLY);
  read(fd, out, 4); // defect
  close(fd);
  return out[0];
}`,
      `#include <stdio.h>
int area(const char *line) {
  int width, height;
  sscanf(line, "%d %d", &width, &height); // defect
  return width * height;
}`,
    ],
    good: [
      `#include <stdio.h>
int area(const char *line) {
  int width, height;
  if (sscanf(line, "%d %d", &width, &height) != 2) return 0;
  return width * height;
}
int length(const char *line) {
  int length;
  int found = sscanf(line, "%d", &length);
  return found == 1 ? length : 0;
}`,
      `#include <stdio.h>
#include <stdlib.h>
void copy(FILE **out, char **names, int count, const char *text, size_t length) {
  for (int i = 0; i < count; i++) {
    out[i] = fopen(names[i], "w");
    if (out[i] == NULL) exit(1);
  }
  for (int i = 0; i < count; i++)
    if (out[i] && fwrite(text, 1, length, out[i]) != length) exit(1);
}`,
      `#include <stdio.h>
int first(const char *path) {
  FILE *in = fopen(path, "r");
  if (!in) return EOF;
  int letter = fgetc(in);
  fclose(in);
  return letter;
}`,
      `#include <fcntl.h>
#include <unistd.h>
int tag(const char *path, char *out) {
  int fd = open(path, O_RDONLY);
  if (fd == -1) return -1;
  ssize_t got = read(fd, out, 4);
  close(fd);
  return got == 4 ? 0 : -1;
}`,
    ],
  },
  listen: (report) => {
    // One hit for each unchecked result: what follows is the same mistake.
    const told = new Set<number>();
    // Of an array of streams it is not known which one a test is about.
    const tested = new Set<string>();
    return {
      enter() {
        told.clear();
        tested.clear();
      },
      branch(condition, _assertion, facts) {
        visitExpr(condition, (part) => {
          if (part.kind === 'index') tested.add(expressionText(part));
        });
        // The result is tested; whether for the right value is another rule's question.
        visitExpr(condition, (part) => {
          if (part.kind !== 'binary' || !/^(?:[<>]=?|[!=]=)$/.test(part.op)) return;
          const value = facts.valueOf(part.left);
          if (value.root !== 0 && DESCRIPTORS.test(facts.factsOf(value).from)) told.add(value.root);
        });
      },
      call(event, facts) {
        const { call, args } = event;
        if (call.receiver !== undefined) return;
        for (const index of event.model?.nonNull ?? []) {
          const arg = call.args[index];
          if (arg?.kind === 'index' && tested.has(expressionText(arg))) continue;
          stream(call, args, index, facts, report, told);
        }
        const taken = TAKES.get(call.name);
        if (taken !== undefined) descriptor(call, args[taken], taken, facts, report, told);
        const confidence = IGNORED.get(call.name);
        if (event.use !== 'ignored' || confidence === undefined || isCastAway(call, facts)) return;
        const unset = event.model?.scan === undefined ? undefined : unsetOutput(call, facts);
        if (unset !== undefined) {
          report(
            call,
            `\`${unset}\` holds nothing where \`${call.name}\` finds no value for it, and nobody looks at its result`,
            { confidence: 0.7, cwe: 457 },
          );
          return;
        }
        report(call, `\`${call.name}\` may fail or fall short, and nobody looks at its result`, {
          confidence,
        });
      },
    };
  },
};

function stream(
  call: CallExpr,
  args: readonly Value[],
  index: number,
  facts: Facts,
  report: ReportHit,
  told: Set<number>,
): void {
  const value = args[index];
  const arg = call.args[index];
  if (value === undefined || arg === undefined || facts.isNull(value) !== 'maybe') return;
  if (told.has(value.root)) return;
  const origin = facts.nullOrigin(value);
  if (origin?.kind !== 'failure' || !OPENING.test(origin.what)) return;
  told.add(value.root);
  report(arg, `\`${facts.text(arg)}\` may be null: the result of ${origin.what} was not checked`, {
    confidence: 0.8,
    trace: origin.step === undefined ? [] : [origin.step, facts.step(arg, 'it is used here')],
    cwe: 690,
  });
}

function descriptor(
  call: CallExpr,
  value: Value | undefined,
  index: number,
  facts: Facts,
  report: ReportHit,
  told: Set<number>,
): void {
  const arg: Expr | undefined = call.args[index];
  if (value === undefined || arg === undefined || value.root === 0) return;
  const { from } = facts.factsOf(value);
  if (!DESCRIPTORS.test(from) || facts.range(value).lo >= 0 || told.has(value.root)) return;
  told.add(value.root);
  report(arg, `\`${facts.text(arg)}\` may be -1: the result of ${from} was not checked`, {
    confidence: 0.7,
  });
}

/** A variable that holds nothing before a call is to fill it. */
function unsetOutput(call: CallExpr, facts: Facts): string | undefined {
  for (const arg of call.args) {
    if (arg.kind !== 'address' || arg.operand.kind !== 'name') continue;
    const { name, variable } = arg.operand;
    if (variable?.scope !== 'local') continue;
    if (facts.factsOf(facts.valueOf(arg.operand)).uninitialised === 'yes') return name;
  }
  return undefined;
}

/** `(void)read(...)` says that the result is ignored on purpose. */
function isCastAway(call: CallExpr, facts: Facts): boolean {
  return /\(\s*void\s*\)\s*$/.test(
    facts.text({ start: Math.max(0, call.start - 12), end: call.start }),
  );
}
