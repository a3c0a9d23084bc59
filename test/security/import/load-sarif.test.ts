import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { UsageError } from '../../../src/errors.ts';
import { loadSarif } from '../../../src/security/import/load-sarif.ts';
import { parseSarif } from '../../../src/security/import/parse-sarif.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DRIVER = '"tool":{"driver":{"name":"lint"}}';

describe('a file that cannot be imported is refused on one line', () => {
  test.each([
    ['', 'it is not JSON'],
    ['<results/>', 'it is not JSON'],
    ['[]', 'it is no SARIF 2.1.0'],
    ['{"version":"2.0.0","runs":[]}', 'at version'],
    ['{"version":"2.1.0"}', 'at runs'],
    ['{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}', 'at runs.0.tool.driver.name'],
    [`{"version":"2.1.0","runs":[{${DRIVER},"results":{}}]}`, 'at runs.0.results'],
    ['{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Rustward"}}}]}', '--baseline'],
    [
      `{"version":"2.1.0","runs":[{${DRIVER},"externalPropertyFileReferences":{"results":[{}]}}]}`,
      'in further files',
    ],
  ])('%s', (text, message) => {
    const path = join(temporaryFolder({ 'a.sarif': text }), 'a.sarif');
    expect(() => loadSarif(path)).toThrow(UsageError);
    expect(() => loadSarif(path)).toThrow(message);
    expect(() => loadSarif(path)).toThrow(/^cannot import [^\n]*a\.sarif: [^\n]+$/);
  });

  test('a folder, nothing at all, and a file that is too long', () => {
    const folder = temporaryFolder({ 'big.sarif': '' });
    const big = openSync(join(folder, 'big.sarif'), 'r+');
    ftruncateSync(big, 64 * 1024 * 1024 + 1);
    closeSync(big);
    expect(() => loadSarif(folder)).toThrow('not a regular file');
    expect(() => loadSarif(join(folder, 'none'))).toThrow(UsageError);
    expect(() => loadSarif(join(folder, 'none'))).toThrow(/: no such file or directory$/);
    expect(() => loadSarif(join(folder, 'big.sarif'))).toThrow('split it');
  });
});

test('a byte order mark, no results and what is not known are no obstacle', () => {
  const text = `\uFEFF{"version":"2.1.0","x":1,"runs":[{${DRIVER},"results":null,"y":[{}]}]}`;
  expect(parseSarif(text)).toMatchObject([{ tool: { driver: { name: 'lint' } } }]);
});

test('of a key that stands twice the last one counts', () => {
  const text = `{"version":"1","version":"2.1.0","runs":[],"runs":[{${DRIVER}}]}`;
  expect(parseSarif(text)).toHaveLength(1);
});

test('any text gives a log or a UsageError', () => {
  const anyText = fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.json());
  fc.assert(
    fc.property(anyText, (text) => {
      try {
        parseSarif(text);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(UsageError);
      }
    }),
  );
});
