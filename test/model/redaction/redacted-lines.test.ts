import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { redactLines } from '../../../src/model/redaction/redacted-lines.ts';

const AWS_KEY = ['AKIA', 'QWERTYUIOPASDFGH'].join('');
const shown = (lines: readonly string[]) => lines.map((_, at) => redactLines(lines).at(at + 1));

test('a token is taken out of its line', () => {
  expect(shown([`char aws[] = "${AWS_KEY}";`, 'int a;'])).toEqual([
    'char aws[] = "[redacted]";',
    'int a;',
  ]);
});

test.each([
  ['as it is', ['MIICXAIBAAKBgQCqGKukO1De', '7zhZj6+/==']],
  ['as string literals', ['  "MIICXAIBAAKBgQCqGKukO1De\\n"', '  "7zhZj6+/==\\n"']],
])('a private key, %s, is taken out of all its lines', (_, body) => {
  const key = ['"-----BEGIN RSA PRIVATE KEY-----\\n"', ...body, '"-----END RSA PRIVATE KEY-----"'];
  const result = shown(['int before;', ...key, 'int after;']);
  expect(result).toHaveLength(6);
  expect([result[0], result[5]]).toEqual(['int before;', 'int after;']);
  expect(result.join('\n')).not.toMatch(/MIIC|7zhZ/);
});

test('code behind a text that only begins like a key stays', () => {
  const code = ['if (strstr(s, "-----BEGIN RSA PRIVATE KEY-----"))', 'return', 'MIICXAIBAAKBgQCq'];
  expect(shown(code).slice(1)).toEqual(code.slice(1));
});

test('ordinary code is shown as it is, line by line', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z (){};=+*"]{0,40}$/)), (lines) => {
      expect(shown(lines)).toEqual(lines);
      expect(redactLines(lines).count).toBe(lines.length);
    }),
  );
});

test('beyond the end there is nothing', () => {
  expect(redactLines(['a']).at(2)).toBe('');
});
