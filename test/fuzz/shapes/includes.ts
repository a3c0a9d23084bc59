import { anySize, type Random, times } from '../random.ts';
import type { Entry } from '../tree.ts';
import { oneOf, type Shape } from './shape.ts';

interface Includes {
  readonly text: string;
  readonly beside: readonly Entry[];
}

const file = (path: string, bytes: string): Entry => ({ path, bytes });

const WAYS: Readonly<Record<string, (count: number) => Includes>> = {
  'of itself': () => ({ text: '#include "main.c"\n#include "./main.c"\n', beside: [] }),
  'in a circle': (n) => ({
    text: '#include "h0.h"\n',
    beside: times(n, (i) =>
      file(`h${i}.h`, `#include "h${(i + 1) % n}.h"\n#define H${i} H${(i + 1) % n}\nint v${i};\n`),
    ),
  }),
  'of everything by everything': (n) => {
    const count = Math.min(n, 24);
    const all = times(count, (i) => `#include "h${i}.h"\n`).join('');
    return {
      text: all,
      beside: times(count, (i) => file(`h${i}.h`, `${all}struct s${i} { int a; };\n`)),
    };
  },
  'many times': (n) => ({
    text: '#define X(a) int a;\n#include "x.inc"\n'.repeat(n),
    beside: [file('x.inc', 'X(a) X(b)\n'.repeat(n))],
  }),
  'of a folder': () => ({
    text: '#include "d"\n#include "."\n#include ".."\n#include "/"\n',
    beside: [{ path: 'd', is: 'folder' }],
  }),
  'of a pipe': () => ({
    text: '#include "p.h"\n#include "p"\n',
    beside: [
      { path: 'p', is: 'pipe' },
      { path: 'p.h', is: 'pipe' },
    ],
  }),
  'of links': () => ({
    text: '#include "a.inc"\n#include "b.inc"\n#include "c.inc"\n#include "self.inc"\n',
    beside: [
      ...[
        { path: 'a.inc', link: '/etc/passwd' },
        { path: 'b.inc', link: 'main.c' },
      ],
      ...[
        { path: 'c.inc', link: '/dev/zero' },
        { path: 'self.inc', link: 'self.inc' },
      ],
    ],
  }),
  'out of the tree': () => ({
    text: '#include "../../../../../../../../etc/passwd"\n#include "/etc/passwd"\n#include "/dev/zero"\n#include "/proc/self/mem"\n',
    beside: [],
  }),
  'with odd names': () => ({
    text: '#include "\n#include ""\n#include <>\n#include "a\0b.h"\n#include "\ufffd"\n#include "%s%n"\n#include <a\n#include\n',
    beside: [],
  }),
  'of what is no text': () => ({
    text: '#include "b.inc"\nint y;\n',
    beside: [{ path: 'b.inc', bytes: Buffer.from(times(512, (i) => i % 256)) }],
  }),
  'of a part': () => ({
    text: 'int f(int x) {\n#include "part.inc"\n#include "end.inc"\n',
    beside: [file('part.inc', 'if (x) { return (\n'), file('end.inc', '1); } return 0; }\n')],
  }),
};

/** Files that include others. */
export function includes(random: Random): Shape {
  const [name, make] = oneOf(random, WAYS);
  const count = anySize(random, 64);
  return { idea: `includes ${name}, ${count}`, language: 'c', isClosed: true, ...make(count) };
}
