import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { candidateSchema } from '../../../src/security/candidates/candidate.ts';
import { importResults } from '../../../src/security/import/import-results.ts';
import { parseSarif } from '../../../src/security/import/parse-sarif.ts';
import type { ScanOutcome } from '../../../src/security/scan/scan.ts';
import type { ScannedFile } from '../../../src/security/scan/scan-file.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';
import { draft } from '../../support/candidates.ts';
import { RULE } from '../../support/rules.ts';
import { sarifLog, sarifResult } from '../../support/sarif-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TEXT = 'int a;\nint f(void) {\n  int \u{1F600} = 1; return a;\n}\n';

/** What a scan of the file `a.c` found: one candidate on its third line. */
function scanned(): ScanOutcome {
  const root = temporaryFolder({ 'a.c': TEXT, 'skipped.c': 'int x;\n' });
  const nothing = { drafts: [], suppressions: [], skips: [], replaced: false, lines: 5 };
  const outline = { name: 'f', line: 2, endLine: 4, calls: [], fieldCalls: [] };
  const files: ScannedFile[] = [
    { ...nothing, file: 'a.c', language: 'c', functions: [outline] },
    { ...nothing, file: 'skipped.c', language: undefined, functions: [] },
  ];
  const place = { file: 'a.c', line: 3, end_line: 3, pattern: RULE.id, cwe: [120] };
  return { root, single: false, candidates: [{ gid: 1, ...draft(place) }], files, skips: [] };
}

function importInto(outcome: ScanOutcome, ...texts: readonly string[]) {
  const warnings: string[] = [];
  const logs = texts.map((text, index) => ({ path: `${index}.sarif`, runs: parseSarif(text) }));
  const onWarning = (line: string) => warnings.push(line);
  const request = { scan: { path: outcome.root, threads: 0 }, rules: [RULE], onWarning };
  return { ...importResults(outcome, logs, request), warnings };
}

describe('importAlarms', () => {
  test('makes candidates of our shape, with the text from the tree', () => {
    const region = { startLine: 3, startColumn: 7, endColumn: 8 };
    const place = { physicalLocation: { artifactLocation: { uri: 'a.c' }, region } };
    const result = sarifResult('a.c', 3, { level: 'error', locations: [place] });
    const text = sarifLog([result], { columnKind: 'unicodeCodePoints' });
    const { outcome, rules, warnings } = importInto(scanned(), text);
    expect(warnings).toEqual([]);
    const [ours, theirs] = outcome.candidates.toSorted((a, b) => a.column - b.column);
    expect(ours?.sources).toEqual(['rustward']);
    expect(candidateSchema.parse(theirs)).toMatchObject({
      pattern: 'lint/rule',
      sources: ['lint'],
      category: 'other',
      cwe: [710],
      file: 'a.c',
      line: 3,
      column: 7,
      end_line: 3,
      end_column: 9,
      function: 'f',
      evidence: 'int \u{1F600} = 1; return a;',
      description: 'Something is wrong.',
      confidence: 0.75,
      severity: 'medium',
      excerpt: { first_line: 1, lines: TEXT.split('\n') },
      trace: [],
    });
    expect(theirs?.fingerprint).toMatch(/^[0-9a-f]+:1$/);
    expect(outcome.candidates.map(({ gid }) => gid)).toEqual([1, 2]);
    expect(rules).toMatchObject([{ id: 'lint/rule', title: 'rule', severity: 'high' }]);
  });

  test('counts what it leaves out, and says why', () => {
    const locations: [] = [];
    const text = sarifLog([
      sarifResult('a.c', 1),
      sarifResult('a.c', 1, { kind: 'pass', level: 'none' }),
      sarifResult('a.c', 1, { suppressions: [{ kind: 'inSource' }] }),
      sarifResult('a.c', 1, { baselineState: 'absent' }),
      sarifResult('a.c', 99),
      sarifResult('a.c', 0),
      sarifResult('skipped.c', 1),
      sarifResult('none.c', 1),
      sarifResult('../a.c', 1),
      sarifResult('a.c', 1, { locations }),
    ]).replace('"results":[', '"results":[null,[],');
    const { outcome, warnings } = importInto(scanned(), text);
    expect(outcome.candidates.map(({ line }) => line)).toEqual([1, 3]);
    expect(warnings).toEqual([
      '0.sarif: 1 result was imported and 11 left out: 2 not in the form of SARIF, ' +
        '1 of a kind that reports no problem, 1 suppressed there, 1 gone since the baseline there, ' +
        '2 without a file and a line, 1 outside of the scanned folder, ' +
        '2 in files that were not examined, 1 on lines that the file does not have',
    ]);
  });

  test('takes a suppression that was refused there for none', () => {
    const suppressions = [{ kind: 'external', status: 'rejected' } as const];
    const { outcome } = importInto(scanned(), sarifLog([sarifResult('a.c', 1, { suppressions })]));
    expect(outcome.candidates).toHaveLength(2);
  });

  test('takes a rule once on a line, the surest, and says so', () => {
    const [weak, sure] = [sarifResult('a.c', 1), sarifResult('a.c', 1, { level: 'error' })];
    for (const texts of [[sarifLog([weak, sure])], [sarifLog([sure]), sarifLog([weak])]]) {
      const { outcome, warnings } = importInto(scanned(), ...texts);
      expect(outcome.candidates[0]).toMatchObject({ line: 1, confidence: 0.75 });
      expect(warnings).toEqual([
        'all imports: 1 result was imported and 1 left out: ' +
          '1 that repeat another of the same rule on the same line',
      ]);
    }
  });

  test('quotes the help of a rule as text', () => {
    const help = { text: 'See [this](javascript:x).\n```\n<script>', markdown: '# no' };
    const shortDescription = { text: 'A `title`.\nMore' };
    const rules = [{ id: 'rule', help, shortDescription, helpUri: 'https://example.org' }];
    const text = sarifLog([sarifResult('a.c', 1)], { tool: { driver: { name: 'Lint', rules } } });
    expect(importInto(scanned(), text).rules).toMatchObject([
      {
        title: 'A `title`. More',
        help: [
          'This is the rule `rule` of lint, whose results were imported.',
          'What it says of the rule:',
          '````text\nSee [this](javascript:x).\n```\n<script>\nhttps://example.org\n````',
        ].join('\n\n'),
      },
    ]);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 30 }),
  fc.constantFrom('a.c', '__proto__', 'constructor', '../a.c', 'CWE-787', 'error', 'fail'),
  fc.double(),
  fc.integer({ min: -2, max: 9 }),
  fc.constantFrom(null, true, [], {}, [null], Number.MAX_SAFE_INTEGER),
);
const anyObject = (...names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), hostile, { maxKeys: 4 });
const mostly = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 20, arbitrary: usual }, hostile);
const anyLocation = fc.record({
  physicalLocation: mostly(
    fc.record({
      artifactLocation: mostly(
        fc.record({ uri: mostly(fc.constant('a.c')), uriBaseId: hostile, index: hostile }),
      ),
      region: mostly(
        fc.record({
          startLine: mostly(fc.integer({ min: 0, max: 6 })),
          startColumn: mostly(fc.integer({ min: 0, max: 40 })),
          endLine: hostile,
          endColumn: hostile,
        }),
      ),
    }),
  ),
  logicalLocations: mostly(fc.array(anyObject('name', 'kind', 'fullyQualifiedName'))),
  message: mostly(anyObject('text', 'id', 'arguments')),
});
const anyFlow = fc.record({
  threadFlows: mostly(
    fc.array(
      fc.record({ locations: mostly(fc.array(fc.record({ location: mostly(anyLocation) }))) }),
    ),
  ),
});
const anyResult = fc.record(
  {
    ruleId: hostile,
    ruleIndex: hostile,
    rule: anyObject('id', 'index', 'toolComponent'),
    kind: hostile,
    level: hostile,
    rank: hostile,
    message: mostly(anyObject('text', 'id', 'arguments')),
    locations: mostly(fc.array(mostly(anyLocation), { maxLength: 2 })),
    codeFlows: mostly(fc.array(anyFlow, { maxLength: 2 })),
    taxa: mostly(fc.array(anyObject('id', 'toolComponent'))),
    suppressions: hostile,
    properties: mostly(anyObject('tags', 'cwe', 'precision', 'security-severity')),
  },
  { requiredKeys: ['locations'] },
);
const anyRule = fc.record(
  {
    id: hostile,
    shortDescription: anyObject('text'),
    help: anyObject('text', 'markdown'),
    messageStrings: fc.dictionary(fc.string(), anyObject('text')),
    properties: anyObject('tags', 'precision', 'security-severity'),
    relationships: mostly(fc.array(fc.record({ target: anyObject('id') }))),
  },
  { requiredKeys: [] },
);

test('whatever a log holds, each result is a valid candidate or counted, and ours stay', () => {
  const outcome = scanned();
  const anyRun = fc.record({
    results: fc.array(mostly(anyResult), { maxLength: 6 }),
    rules: mostly(fc.array(mostly(anyRule), { maxLength: 3 })),
    columnKind: fc.constantFrom('unicodeCodePoints', 'utf16CodeUnits', 3),
    originalUriBaseIds: fc.dictionary(fc.string(), hostile),
  });
  fc.assert(
    fc.property(anyRun, ({ results, rules, ...others }) => {
      const run = { tool: { driver: { name: 'Lint', rules } }, results, ...others };
      const text = JSON.stringify({ version: '2.1.0', runs: [run] });
      const imported = importInto(outcome, text);
      const { candidates } = imported.outcome;
      for (const candidate of candidates) candidateSchema.parse(candidate);
      expect(candidates.filter(({ sources }) => sources.includes('rustward'))).toHaveLength(1);
      const counted = imported.warnings.map((line) => Number(/and (\d+) left out/.exec(line)?.[1]));
      const left = counted.reduce((sum, number) => sum + number, 0);
      const taken = candidates.filter(({ pattern }) => pattern.startsWith('lint/')).length;
      const merged = candidates.some(({ sources }) => sources.length === 2);
      if (merged) expect(taken + left).toBeLessThan(results.length);
      else expect(taken + left).toBe(results.length);
      const known = new Set(imported.rules.map(({ id }) => id));
      for (const { pattern } of candidates) {
        expect(pattern === RULE.id || known.has(pattern)).toBe(true);
      }
    }),
  );
});
