import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { filterFlags } from '../../../src/migration/scan/compile-flags.ts';

/** Folders of the project are below `/home/p`. */
function place(path: string): string | undefined {
  return path.startsWith('/') || path.startsWith('..') ? undefined : `./${path}`;
}

const judged = (...words: string[]) => filterFlags(['cc', ...words], place);

test('what the code means is kept, and what it is built to is not asked for', () => {
  const command =
    '-std=gnu11 -O2 -g -Wall -Wno-unused -c -o a.o -MD -MF a.d -DX=1 -D Y -UZ -Iinc -I sub ' +
    '-isystem sys -fshort-enums -m32 -march=x86-64-v3 -include conf.h -pthread a.c';
  expect(judged(...command.split(' '))).toEqual({
    kept: [
      ...['-std=gnu11', '-DX=1', '-DY', '-UZ', '-I./inc', '-I./sub', '-isystem', './sys'],
      ...['-fshort-enums', '-m32', '-march=x86-64-v3', '-include', './conf.h', '-pthread'],
    ],
    refused: [],
  });
});

test.each([
  [['-fplugin=./evil.so']],
  [['-fplugin-arg-evil-x=1']],
  [['-fpass-plugin=./evil.so']],
  [['-Xclang', '-load']],
  [['-Xclang', './evil.so']],
  [['-load', 'evil.so']],
  [['-B', './bin']],
  [['-B./bin']],
  [['--config', 'evil.cfg']],
  [['--config=evil.cfg']],
  [['-wrapper', 'sh,-c,id']],
  [['-specs=evil']],
  [['--specs', 'evil']],
  [['@evil.rsp']],
  [['-include', '/etc/passwd']],
  [['-include', '../../secret']],
  [['-I', '/etc']],
  [['-I/root']],
  [['-isystem/root']],
  [['-Wp,-MD,/tmp/x']],
  [['-Wl,-plugin,x']],
  [['-Wa,-x']],
  [['-mllvm', '-load=x']],
  [['-fmodules']],
  [['-fmodule-map-file=/etc/x']],
  [['-fmodules-cache-path=/tmp/x']],
  [['-ivfsoverlay', 'x.yaml']],
  [['--serialize-diagnostics']],
  [['-serialize-diagnostics=/tmp/x']],
  [['-emit-llvm']],
  [['-save-temps']],
  [['-fcrash-diagnostics-dir=/tmp']],
  [['-ftime-trace=/tmp/x']],
  [['-fprofile-use=/etc/x']],
  [['--sysroot=/']],
  [['-isysroot', '/']],
  [['-x', 'ir']],
  [['-xassembler']],
  [['-std=c11;id']],
  [['-working-directory=/']],
  [['-gsplit-dwarf=x/../y']],
  [['-D', '-fplugin=x']],
])('%j is refused, and named', (words) => {
  const { kept, refused } = judged(...words);
  expect(kept).toEqual([]);
  expect(refused.join(' ')).not.toBe('');
  for (const part of refused.join(' ').split(' ')) expect(words.join(' ')).toContain(part);
});

/** Words that could be flags, with arguments that could be flags. */
const flag = fc.oneof(
  fc.string(),
  fc.constantFrom('-D', '-U', '-I', '-isystem', '-include', '-x', '-Xclang', '-o', '-B', '-mllvm'),
  fc
    .tuple(fc.constantFrom('-', '-f', '-m', '-W', '-D', '-I', '-std=', '-x', '@'), fc.string())
    .map((parts) => parts.join('')),
  fc.constantFrom('-fplugin=a.so', '@file', '-load', 'a.so', '/etc/passwd', '../x', '--config=x'),
);

const SAFE =
  /^-([DU][A-Za-z_$][\s\S]*|I\.\/[\s\S]*|std=[a-z][\w+:.]*|ansi|pthread|nostdinc(\+\+)?|f[\w-]+(=\w+)?|m[\w.+=-]+)$/;

test('whatever the command, only what is known to be harmless is left', () => {
  fc.assert(
    fc.property(fc.array(flag), (words) => {
      const { kept } = judged(...words);
      for (let at = 0; at < kept.length; at++) {
        const word = kept[at] ?? '';
        if (/^-(isystem|iquote|idirafter|include|imacros)$/.test(word)) {
          expect(kept[++at]).toMatch(/^\.\//);
        } else {
          expect(word).toMatch(SAFE);
          expect(word).not.toMatch(/^-f(plugin|pass|module|crash|profile|time|sanitize)/);
          expect(word).not.toMatch(/^-m(llvm|console)/);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
