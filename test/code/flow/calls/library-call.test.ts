import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const seen = (body: string): readonly string[] =>
  rangesInUnit(
    `struct pollfd { int fd; short events, revents; };\nvoid f(const char *t, void *d, int n) { ${body} }`,
  );

test.each([
  [
    'strtol',
    'char *end = 0; strtol(t, &end, 10); if (end != 0) { if (*end == 0) see(1); else see(2); }',
    2,
  ],
  [
    'getline',
    'char *line = 0; unsigned long size = 0; getline(&line, &size, d); if (line) see(1); if (size) see(2);',
    2,
  ],
  ['poll', 'struct pollfd p = {n, 1, 0}; poll(&p, 1, 9); if (p.revents & 1) see(1);', 1],
  ['pipe', 'int ends[2] = {-1, -1}; pipe(ends); if (ends[0] != -1) see(1);', 1],
  ['time', 'long now = 0; time(&now); if (now) see(1);', 1],
  ['accept', 'unsigned size = 4; accept(n, d, &size); if (size != 4) see(1);', 1],
  ['asprintf', 'char *text = 0; asprintf(&text, "%d", n); if (text) see(1);', 1],
  ['json_loads', 'struct { int line; } e = {0}; json_loads(t, 0, &e); if (e.line) see(1);', 1],
])('%s gives something back through an argument', (_, body, count) => {
  expect(seen(body)).toHaveLength(count);
});

test('what is only read stays', () => {
  expect(seen('int n1 = 3; write(1, &n1, sizeof n1); see(n1);')).toEqual(['3..3']);
  expect(seen('int n1 = 3; printf("%p", &n1); see(n1);')).toEqual(['3..3']);
});

test.each(['strtol(t, 0, 10)', 'readdir(d)', 'unseen()', 'open(t, 0)'])(
  '%s may set errno',
  (call) => {
    expect(seen(`errno = 0; ${call}; if (errno == 34) see(1); else see(2);`)).toHaveLength(2);
  },
);

test('a mapping fails with (void *)-1', () => {
  expect(
    seen('char *m = mmap(0, n, 1, 1, 3, 0); if (m == MAP_FAILED) see(1); else see(2);'),
  ).toHaveLength(2);
});
