import type { CRule } from './c-rule.ts';

export const atoiFamily: CRule = {
  id: 'atoi_family',
  title: 'atoi cannot tell a bad number from zero',
  category: 'input',
  cwe: [391, 20],
  severity: 'low',
  event: 'shape',
  precision: 'medium',
  help: '`atoi`, `atol` and `atof` return 0 for text that is no number, stop silently at the first strange character, and overflow without a trace. `strtol` reports all three.',
  suggestion: 'Use strtol or strtod with an end pointer and check errno, the end and the range.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
int main(int argc, char **argv) {
  int port = argc > 1 ? atoi(argv[1]) : 80; // defect
  return port == 80;
}`,
    ],
    good: [
      `#include <errno.h>
#include <stdlib.h>
int port_of(const char *text) {
  char *end;
  errno = 0;
  long port = strtol(text, &end, 10);
  if (errno != 0 || end == text || *end != 0 || port < 1 || port > 65535) return -1;
  return (int)port;
}`,
      `#include <stdlib.h>
int build(void) { return atoi("42"); }`,
    ],
  },
  listen: (report) => ({
    call(event, facts) {
      if (!/^(?:std::)?ato(?:i|l|ll|f)$/.test(event.call.name)) return;
      const value = event.args[0];
      const taint = value === undefined ? undefined : facts.contentTaint(value);
      if (value === undefined || facts.pointees(value)[0]?.object.kind === 'literal') return;
      const outside = taint !== undefined && taint.kind !== 'parameter';
      report(
        event.call,
        `\`${event.call.name}\` does not report text that is no number${outside ? `, and this text comes from ${taint.source}` : ''}`,
        { confidence: 0.45 },
      );
    },
  }),
};
