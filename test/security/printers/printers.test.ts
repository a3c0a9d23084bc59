import { describe, expect, test } from '@jest/globals';
import { PRINTERS } from '../../../src/security/printers/printers.ts';
import { REPORT_FORMATS } from '../../../src/security/printers/report-format.ts';
import { contentOf } from './content-of.ts';
import { exampleReport, HOSTILE_FILE } from './example-report.ts';
import { golden } from './golden.ts';

test('every format has a printer', () => {
  expect(Object.keys(PRINTERS).sort()).toEqual([...REPORT_FORMATS].sort());
});

describe('golden files', () => {
  test.each([
    ['report.json', PRINTERS.json(exampleReport)],
    ['report.md', PRINTERS.markdown(exampleReport)],
    ['report.sarif', PRINTERS.sarif(exampleReport)],
    ['report.html', contentOf(PRINTERS.html(exampleReport))],
  ])('%s', (name, printed) => {
    expect(printed).toBe(golden(name, printed));
  });
});

describe.each(REPORT_FORMATS)('%s', (format) => {
  const printed = PRINTERS[format](exampleReport);

  test('says who looked, and never the password of the remote', () => {
    expect(printed).toContain(exampleReport.notice);
    expect(printed.replaceAll('<wbr>', '')).toContain('github.example.com/acme/archive.git');
    expect(printed).not.toContain('secret@');
  });

  test('is the same the second time', () => {
    expect(PRINTERS[format](structuredClone(exampleReport))).toBe(printed);
  });
});

test('the first line of the Markdown is the notice', () => {
  expect(PRINTERS.markdown(exampleReport).split('\n')[0]).toBe(exampleReport.notice);
});

test('the JSON is the report', () => {
  const parsed: unknown = JSON.parse(PRINTERS.json(exampleReport));
  expect(parsed).toMatchObject({
    summary: exampleReport.summary,
    candidates: exampleReport.candidates,
  });
});

test('nothing from the repository acts or hides in Markdown', () => {
  const printed = PRINTERS.markdown(exampleReport);
  expect(printed).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]/);
  const outsideCode = printed.replace(/(`+)[\s\S]*?\1/g, '');
  expect(outsideCode).not.toMatch(/<img|<\/?script|(?<!\\)<b|@everyone|(?<!&)#12|https:/);
});

test('nothing from the repository acts or hides in HTML', () => {
  const content = contentOf(PRINTERS.html(exampleReport));
  expect(content).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]/);
  expect(content).not.toContain(HOSTILE_FILE);
  expect(content.match(/<script|<img|<b>[^\d]|href="javascript/g)).toEqual(['<script']);
});
