import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { licencesText } from '../../scripts/licences.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILES = ['node_modules/zod/index.js', 'node_modules/semver/index.js'];

test('lists packages by name, by whatever path each was reached', () => {
  const expected = licencesText(ROOT, FILES);
  expect(expected.indexOf('semver ')).toBeLessThan(expected.indexOf('zod '));

  const elsewhere = join('..', ROOT.split('/').at(-1) ?? '', 'node_modules/zod/index.js');
  expect(licencesText(ROOT, [elsewhere, ...FILES].reverse())).toBe(expected);
});
