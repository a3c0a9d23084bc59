import type { Family } from '../../code/flow/domain/memory-object.ts';
import type { CRule } from './c-rule.ts';
import { isUserResource } from './user-resource.ts';

const NAMES: Partial<Record<Family, string>> = {
  file: 'the file',
  descriptor: 'the descriptor',
  directory: 'the directory',
  pipe: 'the pipe',
  socket: 'the socket',
  mapping: 'the mapping',
};

export const resourceLeak: CRule = {
  id: 'resource_leak',
  title: 'An open file or descriptor is lost',
  category: 'resource',
  cwe: [772, 775],
  severity: 'medium',
  precision: 'medium',
  help: 'The function ends while nothing refers to a file, descriptor or directory that it opened, so it can never be closed. A process may have only so many open; then every open fails. What was still in the buffer of a lost file is written late or never.',
  suggestion: 'Close it on every path that leaves the function.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
int first(const char *path) {
  FILE *in = fopen(path, "r"); // defect
  if (in == NULL) return -1;
  int letter = fgetc(in);
  if (letter == EOF) return -2;
  fclose(in);
  return letter;
}`,
      `#include <fcntl.h>
#include <unistd.h>
int readable(const char *path) {
  int fd = open(path, O_RDONLY); // defect
  if (fd < 0) return 0;
  char byte;
  return read(fd, &byte, 1) == 1;
}`,
    ],
    good: [
      `#include <stdio.h>
int first(const char *path) {
  FILE *in = fopen(path, "r");
  if (in == NULL) return -1;
  int letter = fgetc(in);
  fclose(in);
  return letter;
}`,
      `#include <fcntl.h>
#include <unistd.h>
int open_log(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT, 0600);
  if (fd < 0) return -1;
  if (lseek(fd, 0, SEEK_END) < 0) {
    close(fd);
    return -1;
  }
  return fd;
}`,
    ],
  },
  listen: (report) => ({
    lost(object, at, facts) {
      const { allocatedAt, family } = object;
      if (allocatedAt === undefined || object.kind !== 'resource' || family === undefined) return;
      const named = NAMES[family];
      if (named === undefined && !isUserResource(object)) return;
      const lost =
        named === undefined
          ? `what ${object.name} returned is not given back`
          : `${named} from ${object.name} is not closed`;
      const untilExit = facts.function.name === 'main';
      report(
        allocatedAt,
        `${lost} when the function ends at line ${facts.unit.tree.location(at).line}`,
        {
          confidence: untilExit ? 0.45 : family === 'mapping' ? 0.45 : 0.7,
          trace: [
            allocatedAt,
            facts.step(at, 'nothing refers to it any more when the function ends here'),
          ],
          ...(family === 'mapping'
            ? {}
            : { cwe: family === 'file' || family === 'descriptor' ? 775 : 772 }),
        },
      );
    },
  }),
};
