import type { Expr } from '../../code/c/ir/ast.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import type { MemoryObject } from '../../code/flow/domain/memory-object.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { isBefore, MAYBE, ON_SOME_PATHS, releaseOf, SURE } from './support/calls/freed-memory.ts';
import { isUserResource } from './user-resource.ts';

/**
 * The rule for use after free: a read or write of memory that `free`, `delete` or a function of the
 * project has released on some path before.
 */
export const useAfterFree: CRule = {
  id: 'use_after_free',
  title: 'Memory is used after it was freed',
  category: 'memory',
  cwe: [416],
  severity: 'high',
  precision: 'high',
  help: 'Once `free` or `delete` has run, the memory belongs to the allocator again. A read sees the data of other code; a write changes what other code owns. Attackers who can time an allocation in between turn this into control of the program.',
  suggestion:
    'Move the use before the release, or set the pointer to NULL when it is released and check it here.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <fcntl.h>
#include <unistd.h>
int first(const char *path) {
  char one;
  int fd = open(path, O_RDONLY);
  if (fd < 0) return -1;
  close(fd);
  return read(fd, &one, 1) == 1 ? one : -1; // defect
}`,
      `#include <stdlib.h>
#include <stdio.h>
struct job { int id; struct job *next; };
void finish(struct job *job) {
  free(job);
  printf("job %d is done\\n", job->id); // defect
}`,
      `#include <stdlib.h>
#include <string.h>
int first_word(const char *line, char *out, size_t size) {
  char *copy = strdup(line);
  if (copy == NULL) return -1;
  char *space = strchr(copy, ' ');
  if (space != NULL) *space = 0;
  free(copy);
  strncpy(out, copy, size - 1); // defect
  out[size - 1] = 0;
  return 0;
}`,
      `#include <stdio.h>
int first_line(const char *path, char *line, int size) {
  FILE *in = fopen(path, "r");
  if (in == NULL) return -1;
  char *found = fgets(line, size, in);
  fclose(in);
  if (found == NULL) return feof(in) ? 0 : -1; // defect
  return 1;
}`,
      `#include <stdlib.h>
struct stop { int at; struct stop *next; };
int drop_stops(int count) {
  struct stop *first = NULL;
  for (int i = 0; i < count; i++) {
    struct stop *stop = malloc(sizeof *stop);
    if (stop == NULL) return -1;
    stop->at = i;
    stop->next = first;
    first = stop;
  }
  for (struct stop *stop = first; stop != NULL; stop = stop->next) // defect
    free(stop);
  return 0;
}`,
    ],
    good: [
      `#include <stdlib.h>
struct stop { int at; struct stop *next; };
int drop_stops(int count, struct stop **all) {
  struct stop *first = NULL;
  for (int i = 0; i < count; i++) {
    struct stop *stop = malloc(sizeof *stop);
    if (stop == NULL) abort();
    stop->at = i;
    stop->next = first;
    first = stop;
    all[i] = NULL;
  }
  while (first != NULL) {
    struct stop *stop = first;
    first = stop->next;
    free(stop);
  }
  for (int i = 0; i < count; i++) {
    struct stop *one = all[i];
    if (one != NULL) one->at = 0;
    free(one);
    all[i] = NULL;
  }
  return 0;
}`,
      `#include <fcntl.h>
#include <unistd.h>
int is_closed(const char *path) {
  int fd = open(path, O_RDONLY);
  if (fd < 0) return -1;
  close(fd);
  return fcntl(fd, F_GETFD) == -1;
}`,
      `#include <stdio.h>
int first_line(const char *path, char *line, int size) {
  FILE *in = fopen(path, "r");
  if (in == NULL) return -1;
  char *found = fgets(line, size, in);
  int atEnd = feof(in);
  fclose(in);
  in = NULL;
  return found != NULL || atEnd ? 0 : -1;
}`,
      `#include <stdlib.h>
#include <stdio.h>
struct job { int id; struct job *next; };
void finish_all(struct job *head) {
  while (head != NULL) {
    struct job *next = head->next;
    printf("job %d is done\\n", head->id);
    free(head);
    head = next;
  }
}`,
      `#include <stdlib.h>
void reset(char **slot) {
  free(*slot);
  *slot = NULL;
  if (*slot != NULL) **slot = 0;
}`,
    ],
  },
  listen: (report) => ({
    access: (event, facts) => check(event.expr, event.pointer, facts, report),
    call(event, facts) {
      const releases = event.model?.releases;
      const { receiver } = event.call;
      // A method is given its object as a function is given an argument.
      if (receiver !== undefined && isPointerLike(receiver.type))
        check(receiver, facts.valueOf(receiver), facts, report);
      event.args.forEach((value, index) => {
        const arg = event.call.args[index];
        if (
          index === releases ||
          arg === undefined ||
          !(isPointerLike(arg.type) || arg.type.kind === 'unknown' || index === descriptorOf(event))
        )
          return;
        check(arg, value, facts, report);
      });
    },
    returned(value, result, facts) {
      if (value !== undefined && result !== undefined && isPointerLike(value.type))
        check(value, result, facts, report);
    },
  }),
};

/** `fcntl` asks as well whether a descriptor is still open. */
const DESCRIPTOR_FIRST =
  /^(?:p?read|p?write|readv|writev|recv|recvfrom|recvmsg|send|sendto|sendmsg|lseek|fstat|fsync|ftruncate|fchmod|fchown|ioctl|fdopen|listen|accept|bind|connect|shutdown|setsockopt)$/;

function check(expr: Expr, pointer: Value, facts: Facts, report: ReportHit): void {
  const pointees = facts.pointees(pointer);
  // This very pointer was freed: whichever of several blocks it leads to, that one is gone.
  const releasedAt = releaseOf(pointer, facts);
  if (releasedAt !== undefined && !pointees.some(({ object }) => object.lifetime === 'freed')) {
    const trace = [releasedAt, facts.step(expr, 'it is used here')];
    report(expr, `\`${facts.text(expr)}\` uses memory that has been freed`, {
      ...{ confidence: 0.9, event: 'definite', trace, beyondPaths: true },
    });
    return;
  }
  for (const { object } of pointees) {
    if (object.lifetime !== 'freed' && object.lifetime !== 'maybe-freed') continue;
    const isMemory = object.family === undefined || /malloc|new/.test(object.family);
    const isOpen = isStream(object) || object.family === 'descriptor';
    if (!isMemory && !isOpen && !isUserResource(object)) continue;
    const sure = object.lifetime === 'freed' && pointees.length === 1;
    const used = facts.step(expr, 'it is used here');
    const trace = [object.allocatedAt, object.freedAt, used].filter((step) => step !== undefined);
    const gone = isMemory ? 'freed' : isOpen ? 'closed' : 'given back';
    report(
      expr,
      `\`${facts.text(expr)}\` uses ${isMemory ? 'memory that' : 'what'} ${sure ? 'has been' : 'may have been'} ${gone}`,
      { ...(sure ? SURE : isBefore(object.freedAt, used) ? ON_SOME_PATHS : MAYBE), trace },
    );
  }
}

/** Where a call of the library takes a descriptor of an open file. */
function descriptorOf({ call }: CallEvent): number | undefined {
  return DESCRIPTOR_FIRST.test(call.name) ? 0 : undefined;
}

/** Whether it is a stream of the C library: a closed one is freed memory as well. */
function isStream({ family }: MemoryObject): boolean {
  return family === 'file' || family === 'directory' || family === 'pipe';
}
