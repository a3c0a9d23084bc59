import { describe, expect, test } from '@jest/globals';
import { parseBaseline } from '../../../src/security/baseline/baseline-file.ts';
import { checkReportVersion } from '../../../src/security/baseline/check-report-version.ts';
import { loadVersion } from '../../../src/workspace/version.ts';

describe('the version of a report', () => {
  test.each([
    ['0.4.2', '0.4.2'],
    ['0.4.1', '0.4.2'],
    ['0.3.9', '0.4.2'],
    ['1.9.9', '2.0.0'],
    ['0.4.2-rc.1', '0.4.2'],
  ])('%s is read by %s', (written, own) => {
    expect(() => checkReportVersion(written, own)).not.toThrow();
  });

  test.each([
    ['0.4.3', '0.4.2'],
    ['0.10.0', '0.4.2'],
    ['9.0.0', '0.4.2'],
  ])('%s is refused by %s, which names both', (written, own) => {
    expect(() => checkReportVersion(written, own)).toThrow(
      `Rustward ${written} wrote it, and this is ${own}: use that version, or write the report with this one`,
    );
  });

  test('what is no version is refused', () => {
    expect(() => checkReportVersion('newest')).toThrow('version "newest" wrote it, which is none');
  });
});

describe('a baseline', () => {
  const json = (version: string) => JSON.stringify({ version, mode: 'scan', candidates: [] });
  const sarif = (version: string) =>
    JSON.stringify({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Rustward', version, rules: [] } }, results: [] }],
    });

  test.each([
    ['JSON', json],
    ['SARIF', sarif],
  ])('of %s is refused where a later version wrote it', (_, write) => {
    expect(parseBaseline(write(loadVersion()), [])).toEqual([]);
    expect(() => parseBaseline(write('9.0.0'), [])).toThrow('Rustward 9.0.0 wrote it');
  });

  test('of a later version is refused for that, before what it has in another form', () => {
    const text = JSON.stringify({ version: '9.0.0', candidates: { of: 'another form' } });
    expect(() => parseBaseline(text, [])).toThrow('Rustward 9.0.0 wrote it');
  });
});
