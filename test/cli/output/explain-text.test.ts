import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Explanation, explainText } from '../../../src/cli/output/explain-text.ts';
import { candidate } from '../../security/printers/example-report.ts';
import { derivation, examinedReport } from '../../security/printers/triaged-report.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

const KNOWN: Omit<Explanation, 'candidate'> = {
  ways: ['main -> read_name'],
  lineAt: (file, line) => `\tcode of ${file}, ${line};`,
  whyUnexamined: 'Nobody looked.',
  remarks: ['A remark.'],
};

test('every result of models has its own words', () => {
  const titles = examinedReport.candidates.map((one) =>
    explainText({ ...KNOWN, candidate: one }, false)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .slice(1, -1)
      .filter(
        (line) => !/^(What the scan|How the scan|Ways|What to do|If it is no defect)/.test(line),
      ),
  );
  const UNSEEN = 'Callers that no model looked at';
  const derived = ['What it takes', 'How it is reached, as a model derived it', 'What follows'];
  const suggested = [...derived, 'What the analyst suggests'];
  expect(titles).toEqual([
    [...suggested, 'What was checked by machine', 'What the verifier tried'],
    [...suggested, 'What was checked by machine', 'Not verified', UNSEEN],
    ['Not settled', ...suggested],
    ['Refuted by the analyst'],
    ['Refuted by the verifier'],
    ['Refuted by the clusterer, and the reviewer agrees', 'What the reviewer says'],
    ['Not settled', UNSEEN],
    ['Not examined by a model'],
  ]);
});

test('colours change nothing but colours', () => {
  const [one] = examinedReport.candidates;
  if (one === undefined) throw new Error('no candidate');
  const coloured = explainText({ ...KNOWN, candidate: one }, true);
  const plain = explainText({ ...KNOWN, candidate: one }, false);
  expect(coloured).not.toBe(plain);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

test('no text of a model or a repository reaches the terminal as anything but text', () => {
  const text = fc.string({ unit: ANY_CHARACTER, minLength: 1 });
  fc.assert(
    fc.property(text, text, (model, code) => {
      const examination = {
        kind: 'verified' as const,
        ...derivation(model),
        verification_notes: model,
      };
      const hostile = candidate({
        ...{ gid: 1, id: 'C000001', pattern: code, file: code, function: code, evidence: code },
        ...{ description: code, suggestion: code, examination },
        excerpt: { first_line: 26, lines: [code] },
      });
      const known = { ways: [code], lineAt: () => code, whyUnexamined: '', remarks: [code] };
      const printed = explainText({ ...known, candidate: hostile }, false);
      expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    }),
  );
});
