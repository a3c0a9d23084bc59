import { expect, test } from '@jest/globals';
import { removeImports } from '../../../../src/code/rust/items/remove-imports.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

const parser = await loadGrammars().parser('rust');

/** Removes what stands between `«` and `»`, as the compiler would name it. */
function removed(marked: string): string {
  const spans = [...marked.matchAll(/«([^»]*)»/g)].map((found) => {
    const before = marked.slice(0, found.index).replaceAll(/[«»]/g, '');
    const start = Buffer.byteLength(before);
    return { start, end: start + Buffer.byteLength(found[1] ?? '') };
  });
  return removeImports(parser, marked.replaceAll(/[«»]/g, ''), spans);
}

test.each([
  ['// é\nuse «std::io::Write»;\nfn f() {}\n', '// é\nfn f() {}\n'],
  ['use std::fmt::{Debug, «Display»};\n', 'use std::fmt::{Debug, };\n'],
  ['use std::fmt::{«Debug», Display};\n', 'use std::fmt::{ Display};\n'],
  ['use std::fmt::{«Debug», «Display»};\nfn f() {}\n', 'fn f() {}\n'],
  ['use std::{fmt::{«Debug»}, io::{self, «Write as _»}};\n', 'use std::{ io::{self, }};\n'],
  [
    'use a::B;\nmod tests {\n    use «super::*»;\n    fn f() {}\n}\n',
    'use a::B;\nmod tests {\n        fn f() {}\n}\n',
  ],
  ['use a::«B»;\nfn «f»() {}\n', 'use a::B;\nfn f() {}\n'],
])('%j', (marked, expected) => {
  expect(removed(marked)).toBe(expected);
});
