import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analyseRustFile } from '../../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import type { Language } from '../../../../src/code/syntax/language.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../../src/rules/c-rules.ts';
import { RUST_RULES } from '../../../../src/rules/rust/index.ts';
import { runRustRules } from '../../../../src/rules/rust/run-rules.ts';
import { mechanicalFix } from '../../../../src/security/fix/mechanical/index.ts';
import type {
  FindingPlace,
  MechanicalFix,
} from '../../../../src/security/fix/mechanical/mechanical-fix.ts';
import { findProgram } from '../../../../src/workspace/toolchain/find-program.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { FIXED, UNFIXED } from './samples.ts';

const grammars = loadGrammars();
const parsers = {
  c: await grammars.parser('c'),
  cpp: await grammars.parser('cpp'),
  rust: await grammars.parser('rust'),
};

/** Where a rule reports something. */
function placesOf(rule: string, language: Language, text: string): FindingPlace[] {
  const tree = parseSyntax(parsers[language], text);
  const hits =
    language === 'rust'
      ? runRustRules(analyseRustFile(tree, 'src/lib.rs'), RUST_RULES)
      : runCRules(tree, language, parsers[language], { path: 'src/main.c', rules: C_RULES }).hits;
  return hits.filter((hit) => hit.rule === rule).map(({ location }) => location);
}

function fixAt(rule: string, language: Language, text: string, place: FindingPlace) {
  return mechanicalFix(rule, { tree: parseSyntax(parsers[language], text), language, place });
}

/** A text with the edits of a fix made. */
function fixedText(text: string, { edits }: MechanicalFix): string {
  let result = text;
  for (const edit of edits.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  return result;
}

/** The line that is marked. */
function markedLine(text: string): number {
  return text.split('\n').findIndex((line) => line.trimEnd().endsWith('// here')) + 1;
}

const COMPILERS: Readonly<Record<Language, readonly string[]>> = {
  c: ['gcc', '-fsyntax-only', '-Wall', '-Werror', '-Wno-unused-result', '-x', 'c', '-'],
  cpp: ['g++', '-fsyntax-only', '-Wall', '-Werror', '-Wno-unused-result', '-x', 'c++', '-'],
  rust: ['rustc', '--edition', '2021', '--crate-type', 'lib', '--emit', 'metadata', '-'],
};

/** What a compiler has against a text; empty where it is not there. */
function complaints(language: Language, text: string): string {
  const [program = '', ...args] = COMPILERS[language];
  if (findProgram(program) === undefined) return '';
  const output = language === 'rust' ? ['-o', join(temporaryFolder(), 'out.rmeta')] : [];
  const { status, stderr } = spawnSync(program, [...args, ...output], {
    ...{ input: text, encoding: 'utf8' },
  });
  return status === 0 ? '' : stderr;
}

describe.each(FIXED.map((sample, index) => [sample.rule, index, sample] as const))(
  '%s (%i)',
  (_rule, _index, { rule, language, text, title, changes }) => {
    const places = placesOf(rule, language, text);
    const expected = changes.reduce((all, [from, to]) => all.replace(from, () => to), text);

    test('the fix of what the rule reports is the one that was meant', () => {
      expect(places.map(({ line }) => line)).toContain(markedLine(text));
      for (const place of places) {
        const fix = fixAt(rule, language, text, place);
        expect(fix?.title).toBe(title);
        expect(fix && fixedText(text, fix)).toBe(expected);
      }
    });

    test('the line alone tells the place as well', () => {
      const fix = fixAt(rule, language, text, { line: markedLine(text) });
      expect(fix && fixedText(text, fix)).toBe(expected);
    });

    test('what is fixed is not reported any more, and compiles', () => {
      expect(placesOf(rule, language, expected)).toEqual([]);
      expect(complaints(language, expected)).toBe('');
    });
  },
);

test.each(UNFIXED.map((sample) => [sample.rule, sample.why, sample] as const))(
  '%s has no fix for %s',
  (_rule, _why, { rule, language, text }) => {
    expect(markedLine(text)).toBeGreaterThan(0);
    expect(fixAt(rule, language, text, { line: markedLine(text) })).toBeUndefined();
  },
);

test('the documentation lists the rules with fixes, and each has samples that it fixes and that it does not', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/editors.md'), 'utf8');
  const listed = page.matchAll(/^\| `(\w+)` \|/gm).map(([, rule]) => rule);
  expect([...listed].toSorted()).toEqual([...new Set(FIXED.map(({ rule }) => rule))].toSorted());
  for (const { rule } of FIXED)
    expect(UNFIXED.filter((sample) => sample.rule === rule).length).toBeGreaterThan(1);
});

test('edits lie within the file and do not overlap, whatever the file is', () => {
  const samples = [...FIXED, ...UNFIXED];
  const pieces = [
    '',
    ';',
    '{',
    '}',
    '(',
    ')',
    '\n',
    'printf(s);',
    ' x = 1',
    '#define b c\n',
    '"%s"',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(12),
      fc.constantFrom(...pieces),
      ({ rule, language, text: whole }, at, length, piece) => {
        const start = Math.floor(at * whole.length);
        const text = whole.slice(0, start) + piece + whole.slice(start + length);
        const tree = parseSyntax(parsers[language], text);
        for (const line of text.split('\n').keys()) {
          const fix = mechanicalFix(rule, { tree, language, place: { line: line + 1 } });
          const edits = (fix?.edits ?? []).toSorted((a, b) => a.start - b.start);
          let before = 0;
          for (const edit of edits) {
            expect(edit.start).toBeGreaterThanOrEqual(before);
            expect(edit.end).toBeGreaterThanOrEqual(edit.start);
            expect(edit.end).toBeLessThanOrEqual(text.length);
            before = edit.end;
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});
