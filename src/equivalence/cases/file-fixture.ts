import type { Shape } from './shape.ts';

/** The folder in which a call that uses files works, made anew for each case; and the one around it. */
export const FIXTURE_ROOT = '/tmp/world';
export const WORKING_FOLDER = `${FIXTURE_ROOT}/here`;

/** Where files of a case may stand, relative to the folder in which it works. */
export const FIXTURE_PATHS = ['a', 'b', 'c', 'a/b', 'a/c', 'b/a', 'a/b/c', 'data.txt'] as const;

/** What links of a case may lead to, besides those. */
export const LINK_TARGETS = [...FIXTURE_PATHS, '..', '/tmp/world/here', 'missing/a', '.'] as const;

/** Paths that code is asked for: those, and others around them. */
export const SAMPLE_PATHS: readonly string[] = [
  ...LINK_TARGETS,
  ...[
    'd',
    'a/d',
    'a/',
    './a',
    '../a',
    'a/../b',
    'a//b',
    'a/b/../c',
    '/tmp/world/here/a',
    '/',
    'x'.repeat(300),
  ],
];

/** The name of the slot for what stands in the folder. */
export const FILES = 'files';

const BYTES: Shape = { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } };
const unsigned = (bits: 8 | 16 | 64): Shape => ({ kind: 'integer', bits, signed: false });

/** The name of the slot for what can be read from the standard input, and its form. */
export const STDIN = 'standard input';
export const STDIN_BYTES: Shape = BYTES;

/** What is made before a call, in order: where, whether a file, a folder or a link, and what is in it. */
export const FILES_BEFORE: Shape = {
  kind: 'list',
  of: {
    kind: 'record',
    name: 'entry',
    fields: [
      { name: 'place', shape: unsigned(8) },
      { name: 'kind', shape: unsigned(8) },
      { name: 'bytes', shape: BYTES },
    ],
  },
};

/** What stands there after a call, by path. The time is that of files which the call gave one. */
export const FILES_AFTER: Shape = {
  kind: 'list',
  of: {
    kind: 'record',
    name: 'entry',
    fields: [
      { name: 'path', shape: BYTES },
      { name: 'kind', shape: unsigned(8) },
      { name: 'mode', shape: unsigned(16) },
      { name: 'size', shape: unsigned(64) },
      { name: 'bytes', shape: BYTES },
      { name: 'time', shape: { kind: 'integer', bits: 64, signed: true } },
    ],
  },
};

/** What an open file or folder is that a call gives back. */
export const DESCRIPTOR: Shape = {
  kind: 'record',
  name: 'descriptor',
  fields: [
    { name: 'path', shape: BYTES },
    { name: 'access', shape: unsigned(16) },
    { name: 'at', shape: unsigned(64) },
  ],
};
