import { expect, test } from '@jest/globals';
import { callSites } from '../../../src/security/slice/call-sites.ts';

/** The lines of a function from line 2 on, of a file whose other lines call too. */
function sites(lines: readonly string[], calls: readonly string[], name: string): number[] {
  const code = [`${name}(outside);`, ...lines, `it->${name}(outside);`];
  const caller = { file: 'a.c', line: 2, endLine: lines.length + 1, calls };
  return callSites({ files: ['a.c'], code: () => code }, caller, { name });
}

test.each([
  ['send(a);', [2]],
  ['x = send (a) + send(b);', [2]],
  ['resend(a); sender(b);', []],
  ['return send;', []],
  ['call(send, a);', []],
])('a call by name: %s', (line, found) => {
  expect(sites([line], ['send'], 'send')).toEqual(found);
});

test('a method is called by the last part of its name, whatever is in that', () => {
  expect(sites(['socket.send(a);'], ['Socket::send'], 'Socket::send')).toEqual([2]);
  expect(sites(['a.~Socket ();', 'aSocket();'], ['Socket::~Socket'], 'Socket::~Socket')).toEqual([
    2,
  ]);
});

test.each([
  'it->out(a);',
  'it.out(a);',
  'it -> out (a);',
  'it->\tout(a);',
  '(it->out)(a);',
  '(*it->ops. write )(a);',
])('a call through a field may have any name: %s', (line) => {
  expect(sites(['int x;', line, 'x.y = send;'], [], 'send')).toEqual([3]);
});
