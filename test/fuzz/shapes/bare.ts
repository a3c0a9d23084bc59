import type { Language } from '../corpus.ts';
import type { Random } from '../random.ts';
import type { Entry } from '../tree.ts';
import { oneOf, type Shape } from './shape.ts';

/** Whole files of which nothing is code. */
const WAYS: Readonly<Record<string, string>> = {
  'an empty file': '',
  'a blank': ' ',
  'empty lines': '\n\n\n',
  'a byte order mark': '\ufeff',
  'a NUL': '\0',
  'a comment': '// x',
  'a brace': '}',
  'a quote': '"',
  'a backslash': '\\',
  'a number sign': '#',
  'one letter': 'x',
  'a carriage return': '\r',
  'a shebang': '#!/bin/sh\nexit 1\n',
  'a conflict': '<<<<<<< HEAD\nint a;\n=======\nint b;\n>>>>>>> other\n',
  'a page': '<!DOCTYPE html><script>alert("&amp;</script>")</script>\n',
  'a pointer of Git LFS': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
  'an ELF file': '\x7fELF\x02\x01\x01\0\0',
};

/** What is beside a source, and has the name of one. */
const BESIDE: readonly Entry[] = [
  ...[
    { path: 'self.c', link: 'self.c' },
    { path: 'out.c', link: '/etc/hostname' },
    { path: 'zero.c', link: '/dev/zero' },
  ],
  ...[
    { path: 'dead.h', link: 'nowhere' },
    { path: 'up', link: '..' },
    { path: 'circle', link: 'circle' },
  ],
  ...([
    { path: 'folder.c', is: 'folder' },
    { path: 'pipe.c', is: 'pipe' },
  ] satisfies Entry[]),
  { path: '.gitignore', bytes: 'nothing\n!*\n[\n\\\n**/**/**\n' },
];

/** A file with next to nothing in it, and odd entries beside it. */
export function bare(random: Random): Shape {
  const [idea, text] = oneOf(random, WAYS);
  const language = random.pick<Language>(['c', 'cpp', 'rust']);
  const beside = BESIDE.filter(() => random.percent(40));
  return {
    idea: `${idea}, with ${beside.length} odd entries`,
    language,
    text,
    isClosed: false,
    beside,
  };
}
