import type { MemoryObject } from '../../code/flow/domain/memory-object.ts';
import type { ReleaseEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from './c-rule.ts';

export const mismatchedAllocator: CRule = {
  id: 'mismatched_allocator',
  title: 'A resource is given back by the wrong function',
  category: 'resource',
  cwe: [762],
  severity: 'medium',
  precision: 'high',
  help: 'Each way to get a resource has its own way to give it back: `pclose` for `popen`, `fclose` for `fopen`, `closedir` for `opendir`, `munmap` for `mmap`. Another function works on other records than those that were made, so that the resource leaks, a child process is never waited for, or the heap is damaged.',
  suggestion: 'Give it back with the function that belongs to the one that made it.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
int first_byte(const char *command) {
  FILE *in = popen(command, "r");
  if (in == NULL) return -1;
  int c = fgetc(in);
  fclose(in); // defect
  return c;
}`,
      `#include <stdio.h>
#include <stdlib.h>
int first_byte(const char *path) {
  FILE *in = fopen(path, "r");
  if (in == NULL) return -1;
  int c = fgetc(in);
  free(in); // defect
  return c;
}`,
    ],
    good: [
      `#include <stdio.h>
int first_byte(void) {
  FILE *in = popen("/bin/date", "r");
  if (in == NULL) return -1;
  int c = fgetc(in);
  pclose(in);
  return c;
}`,
      `#include <stdio.h>
void show(void) {
  FILE *in = fopen("/etc/motd", "r");
  if (in == NULL) return;
  int c = fgetc(in);
  if (c != EOF) putchar(c);
  fclose(in);
}`,
    ],
  },
  listen: (report) => ({
    release(event, facts) {
      const found = mismatch(event, facts);
      if (found === undefined || isHeap(found.object) || found.object.family === undefined) return;
      if (found.object.family === 'other' || event.family === 'other') return;
      report(
        event.expr,
        `\`${facts.text(event.operand)}\` came from ${found.object.name} and is not given back by this`,
        { confidence: found.sure ? 0.9 : 0.65, trace: found.trace },
      );
    },
  }),
};

/** Whether `new` and `delete`, or `malloc` and `free`, deal with an object. */
export function isHeap(object: MemoryObject): boolean {
  return /^(?:malloc|new|new\[\])$/.test(object.family ?? '');
}

/** The first object that a release of another family gives back. */
export function mismatch(
  { expr, pointer, family }: ReleaseEvent,
  facts: Facts,
): { object: MemoryObject; sure: boolean; trace: ReturnType<Facts['step']>[] } | undefined {
  const pointees = facts.pointees(pointer);
  for (const { object } of pointees) {
    if (object.family === undefined || object.family === family) continue;
    if (object.lifetime === 'gone') continue;
    const step = facts.step(expr, 'it is given back here');
    const trace = object.allocatedAt === undefined ? [step] : [object.allocatedAt, step];
    return { object, sure: pointees.length === 1, trace };
  }
  return undefined;
}
