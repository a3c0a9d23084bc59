import { passedThroughField, type Taint } from '../../code/flow/domain/taint.ts';
import type { CRule } from './c-rule.ts';
import { isConstantText } from './support/expressions/constant-text.ts';
import { traceOf, untrustedDataIn } from './support/expressions/taint-trace.ts';
import { eventOf, keptInRecord, MAX_KEPT } from './support/expressions/untrusted.ts';
import { GuardedTexts, namesOf } from './support/texts/guarded-texts.ts';
import { guardsPath } from './support/texts/text-guard.ts';

/** Calls that open or change what a path names, and where the paths stand. */
const SINKS: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    fopen: [0],
    fopen64: [0],
    freopen: [0],
    open: [0],
    open64: [0],
    openat: [1],
    creat: [0],
    unlink: [0],
    unlinkat: [1],
    remove: [0],
    rename: [0, 1],
    opendir: [0],
    mkdir: [0],
    rmdir: [0],
    chmod: [0],
    chown: [0],
    truncate: [0],
    symlink: [0, 1],
    link: [0, 1],
    dlopen: [0],
    access: [0],
    CreateFileA: [0],
    CreateFileW: [0],
    DeleteFileA: [0],
  }),
);

/** Names of calls that matter here. */
const TOUCHES = namesOf(SINKS.keys());

export const pathTraversal: CRule = {
  id: 'path_traversal',
  title: 'A path is built from outside data',
  category: 'input',
  cwe: [22, 73],
  severity: 'high',
  precision: 'medium',
  help: 'A name from outside that holds `../` or begins with `/` leads out of the directory it was meant for. Its sender reads, replaces or deletes files that this program may touch and they may not.',
  suggestion:
    'Refuse names with a slash or `..`, or resolve the path with realpath and check that it lies below the base directory.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
int extract(struct archive *from, const char *folder) {
  struct archive_entry *entry;
  while (archive_read_next_header(from, &entry) == ARCHIVE_OK) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, archive_entry_pathname(entry));
    FILE *out = fopen(path, "wb"); // defect
    if (out == NULL) return -1;
    fclose(out);
  }
  return 0;
}`,
      `#include <stdio.h>
FILE *open_page(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "/srv/pages/%s", name);
  return fopen(path, "r"); // defect
}`,
      `#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
void drop(int peer) {
  char name[100];
  ssize_t n = recv(peer, name, sizeof name - 1, 0);
  if (n <= 0) return;
  name[n] = 0;
  unlink(name); // defect
}`,
    ],
    good: [
      `#include <stdio.h>
#include <string.h>
FILE *open_page(const char *name) {
  char path[512];
  if (strstr(name, "..") != NULL || strchr(name, '/') != NULL) return NULL;
  snprintf(path, sizeof path, "/srv/pages/%s", name);
  return fopen(path, "r");
}`,
      `#include <stdio.h>
FILE *open_log(int day) {
  char path[64];
  snprintf(path, sizeof path, "/var/log/app/%d.log", day);
  return fopen(path, "a");
}`,
      `#include <stdio.h>
#include <string.h>
int keep_old(const char *path) {
  char old[512];
  snprintf(old, sizeof old, "%s.old", path);
  return rename(path, old);
}
int drop_index(const char *path) {
  char index[512] = "";
  strncpy(index, path, 500);
  strcat(index, ".idx");
  return remove(index);
}`,
      `#include <stdio.h>
FILE *open_input(const char *path) { return fopen(path, "rb"); }`,
    ],
  },
  listen(report) {
    const guarded = new GuardedTexts();
    return {
      enter: (fn, facts) => guarded.reset(fn, facts, TOUCHES),
      branch: (condition, _assertion, facts) => guarded.branch(condition, facts),
      call(event, facts) {
        guarded.call(event, facts);
        for (const index of SINKS.get(event.call.name) ?? []) {
          const arg = event.call.args[index];
          const value = event.args[index];
          if (arg === undefined || value === undefined || isConstantText(arg, value, facts))
            continue;
          const taint = untrustedDataIn(value, facts);
          if (taint === undefined || guardsPath(guarded.of(arg, value, facts))) continue;
          const built = guarded.isJoined(arg, value, facts);
          const stated = confidenceOf(taint, built, event.call.name);
          if (stated === undefined) continue;
          const confidence = keptInRecord(taint) ? Math.min(stated, MAX_KEPT) : stated;
          report(
            event.call,
            built
              ? `\`${facts.text(arg)}\` holds a part from ${taint.source} without a check for \`..\``
              : `\`${event.call.name}\` takes a path from ${taint.source}`,
            {
              confidence,
              event: eventOf(taint),
              trace: traceOf(taint, facts.step(event.call, 'the path is used here')),
              ...(built ? {} : { cwe: 73 }),
            },
          );
        }
      },
    };
  },
};

function confidenceOf(taint: Taint, built: boolean, name: string): number | undefined {
  // A call that only looks does less harm; and a name that was stored may have been checked before.
  const less = (name === 'access' ? 0.15 : 0) + (passedThroughField(taint) ? 0.15 : 0);
  switch (taint.kind) {
    case 'parameter':
      // Functions that are given a whole path are everywhere; a joined one is a promise to check.
      return built ? 0.6 - less : undefined;
    case 'argv':
      // Who starts a program may name its files; joined to a fixed directory it should stay there.
      return built ? 0.8 - less : 0.45 - less;
    case 'environment':
      return built ? 0.55 - less : 0.45 - less;
    case 'network':
      return 0.9 - less;
    default:
      return (built ? 0.8 : 0.6) - less;
  }
}
