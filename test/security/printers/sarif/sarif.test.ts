import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RULES } from '../../../../src/rules/index.ts';
import { candidateSchema } from '../../../../src/security/candidates/candidate.ts';
import { toSarif, toSarifFiles } from '../../../../src/security/printers/sarif/sarif.ts';
import { ANY_CHARACTER } from '../../../support/any-character.ts';
import { runOf, validate } from '../../../support/sarif-validator.ts';
import { candidate, exampleReport, HOSTILE_FILE, reportOf } from '../example-report.ts';
import { examinedReport } from '../triaged-report.ts';

describe('the validator', () => {
  test('finds nothing', () => {
    expect(validate(toSarif(exampleReport))).toEqual([]);
  });

  test('finds nothing in what models found out', () => {
    expect(validate(toSarif(examinedReport))).toEqual([]);
  });

  test('finds no error in an empty report, and does find a broken one', () => {
    const empty = toSarif({ ...reportOf([]), rules: [] });
    expect(validate(empty).filter((text) => text.startsWith('error'))).toEqual([]);
    const broken = empty.replace('"name": "Rustward"', '"name": ""');
    expect(validate(broken).filter((text) => text.startsWith('error'))).not.toEqual([]);
  });
});

describe('a result', () => {
  const { results, ...run } = runOf(toSarif(exampleReport));
  const [copy, hostile, , review, suppressed, absent] = results;

  test('points at its rule, and a rule is made up where none is known', () => {
    const rules = run.tool.driver.rules ?? [];
    for (const result of results) expect(rules[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
    expect(rules.map((rule) => rule.id)).toContain('other_scanner/rule-1');
  });

  test('links each rule of ours to its part of the page of rules, and no other', () => {
    const page = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
    const address = 'https://github.com/rustward/rustward/blob/main/docs/rules.md#';
    const report = {
      ...reportOf([candidate({ gid: 1, id: 'C000001', pattern: 'acme/names', cwe: [252] })]),
      rules: RULES,
    };
    const rules = runOf(toSarif(report)).tool.driver.rules ?? [];
    const pages = new Set(rules.map(({ helpUri }) => helpUri));
    expect(pages).toEqual(
      new Set([
        undefined,
        ...page.split('\n').flatMap((line) => {
          const [, title] = /^## (.*)/.exec(line) ?? [];
          if (title === undefined || title === 'In large trees') return [];
          const anchor = title.toLowerCase().replace(/[()`+]/g, '');
          return [`${address}${anchor.replaceAll(' ', '-')}`];
        }),
      ]),
    );
    expect(rules.find(({ id }) => id === 'double_free')?.helpUri).toBe(
      `${address}lifetime-of-memory-and-null-pointers-memory`,
    );
    expect(rules.filter(({ helpUri }) => helpUri === undefined).map(({ id }) => id)).toEqual([
      'acme/names',
    ]);
  });

  test('carries the path of the data, linked from the message', () => {
    const steps = copy?.codeFlows?.[0]?.threadFlows[0]?.locations ?? [];
    expect(steps.map((step) => step.location?.physicalLocation?.region?.startLine)).toEqual([
      88, 24, 26,
    ]);
    expect(copy?.relatedLocations?.map((location) => location.id)).toEqual([1, 2]);
    expect(copy?.message.text).toMatch(/It starts here: \[the header is read[^\]]*\]\(1\)\.$/);
  });

  test('keeps the text of its region and the lines around it', () => {
    const place = copy?.locations?.[0]?.physicalLocation;
    expect(place?.region?.snippet?.text).toBe('memcpy(name, header + 30, length)');
    expect(place?.contextRegion).toMatchObject({ startLine: 21, endLine: 29 });
  });

  test('names a hostile file as a harmless relative address', () => {
    const uri = hostile?.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '';
    expect(uri).toMatch(/^[\w./%!'()*~-]+$/);
    expect(decodeURIComponent(uri)).toBe(HOSTILE_FILE);
    expect(hostile?.message.text).toContain('\\[not a literal\\](1)');
  });

  test('below the alarm threshold is of kind review and of no level', () => {
    expect(review).toMatchObject({ kind: 'review', level: 'none' });
    expect(copy).toMatchObject({ kind: 'fail', level: 'error' });
  });

  test('says what is suppressed and what is gone; every other result says neither', () => {
    expect(suppressed?.suppressions).toEqual([
      {
        kind: 'inSource',
        status: 'accepted',
        justification: 'index is checked by the caller | see #12',
      },
    ]);
    expect(copy?.suppressions).toEqual([]);
    expect(results.map((result) => result.baselineState)).toEqual(
      exampleReport.candidates.map((entry) => entry.baseline),
    );
    expect(absent?.baselineState).toBe('absent');
  });
});

describe('what models found out', () => {
  const { results } = runOf(toSarif(examinedReport));
  const [verified, , unproven, refuted, , dismissed, unsettled, unexamined] = results;
  const steps = (result: (typeof results)[number] | undefined) =>
    result?.codeFlows?.[0]?.threadFlows[0]?.locations?.map(
      ({ location }) => location?.physicalLocation?.region?.startLine,
    );

  test('the flow is the one that was derived and checked, else that of the scan', () => {
    expect([steps(verified), steps(unproven)]).toEqual([
      [88, 26],
      [88, 24, 26],
    ]);
    expect(verified?.message.text).toBe(
      "The length 'length' comes from the file and is not compared with the 64 bytes of 'name'. " +
        'Verified by models. Precondition: The user opens an archive that the attacker made. ' +
        'Consequence: Up to 65,471 bytes of the stack are overwritten. ' +
        'It starts here: [reads the header of the archive](1).',
    );
  });

  test('callers that no model looked at are named', () => {
    expect(unsettled?.message.text).toMatch(
      /Callers that no model looked at: load \(src\/load\.c:7\), 4 more callers\.$/,
    );
  });

  test('what models refute is suppressed, with who and why; nothing else is', () => {
    expect(refuted?.suppressions).toEqual([
      {
        ...{ kind: 'external', status: 'accepted' },
        justification: 'Refuted by the analyst: The caller checks the length (src/main.c:80).',
      },
    ]);
    expect(dismissed?.suppressions?.[0]?.justification).toMatch(
      /^Refuted by the clusterer, and the reviewer agrees: Ask .* Review: All callers were followed\.$/,
    );
    expect(results.map(({ suppressions }) => suppressions?.length)).toEqual([
      ...[0, 0, 0, 1, 1, 1, 0, 0],
    ]);
  });

  test('the result is in the properties, and neither severity nor confidence moves', () => {
    expect(results.map(({ properties }) => properties?.['examination'].kind)).toEqual(
      examinedReport.candidates.map(({ examination }) => examination?.kind),
    );
    expect(unexamined?.properties).toMatchObject({
      confidence: 0.85,
      examination: { reason: 'the limit of 30 minutes was reached; raise --max-minutes' },
    });
  });
});

test('a result is tagged with a weakness of its own, and not with the first of its rule', () => {
  const report = reportOf([
    candidate({ gid: 1, id: 'C000001', pattern: 'boundary_funcs', cwe: [787, 120] }),
    candidate({ gid: 2, id: 'C000002', pattern: 'boundary_funcs', cwe: [120, 787] }),
    candidate({ gid: 3, id: 'C000003', pattern: 'boundary_funcs', cwe: [22, 787, 120] }),
    candidate({ gid: 4, id: 'C000004', pattern: 'other_scanner/rule-1', cwe: [252] }),
  ]);
  const text = toSarif(report);
  expect(runOf(text).results.map(({ properties }) => properties?.tags)).toEqual([
    undefined,
    ['external/cwe/cwe-120'],
    ['external/cwe/cwe-022'],
    undefined,
  ]);
  expect(validate(text).filter((line) => line.startsWith('error'))).toEqual([]);
});

test('a run says which files it skipped and whether it was conclusive', () => {
  const [done] = runOf(toSarif(exampleReport)).invocations ?? [];
  expect(done?.executionSuccessful).toBe(true);
  expect(done?.toolExecutionNotifications?.map((entry) => entry.descriptor?.id)).toEqual([
    'notice',
    'skipped-file',
    'skipped-file',
  ]);
  const unfinished = toSarif({ ...exampleReport, verdict: 'inconclusive' });
  expect(runOf(unfinished).invocations?.[0]?.executionSuccessful).toBe(false);
});

test('the security severity of a rule stays in the band of its severity', () => {
  const rules = runOf(toSarif(exampleReport)).tool.driver.rules ?? [];
  const scores = rules.map((rule) => String(rule.properties?.['security-severity']));
  expect(scores).toEqual(['9.3', '9.3', '6.9', '6.9', '6.9', '5.3']);
});

const anyCandidate = fc
  .record({
    gid: fc.integer({ min: 1, max: 1000 }),
    pattern: fc.constantFrom('boundary_funcs', 'format_string', 'unknown', '__proto__'),
    file: fc.string({ unit: ANY_CHARACTER, minLength: 1 }),
    function: fc.string({ unit: ANY_CHARACTER }),
    description: fc.string({ unit: ANY_CHARACTER }),
    line: fc.integer({ min: 1, max: 9 }),
    column: fc.integer({ min: 1, max: 60 }),
    end_line: fc.integer({ min: 1, max: 9 }),
    end_column: fc.integer({ min: 1, max: 60 }),
    confidence: fc.integer({ min: 40, max: 95 }).map((hundredths) => hundredths / 100),
    severity: fc.constantFrom('high' as const, 'medium' as const, 'low' as const),
    excerpt: fc.record({
      first_line: fc.integer({ min: 1, max: 9 }),
      lines: fc.array(fc.string({ unit: ANY_CHARACTER }), { maxLength: 9 }),
    }),
  })
  .map((given) => candidate({ id: 'Cabcdef', ...given }));

test('any candidates give SARIF that parses and keeps their order', () => {
  fc.assert(
    fc.property(fc.array(anyCandidate, { maxLength: 6 }), (candidates) => {
      for (const entry of candidates) candidateSchema.parse(entry);
      const printed = toSarif(reportOf(candidates));
      expect(toSarif(reportOf(structuredClone(candidates)))).toBe(printed);
      const { results } = runOf(printed);
      expect(results.map((result) => result.ruleId)).toEqual(
        candidates.map((entry) => entry.pattern),
      );
      for (const result of results) {
        const { region, contextRegion } = result.locations?.[0]?.physicalLocation ?? {};
        const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = region ?? {};
        expect(startLine < endLine || startColumn <= endColumn).toBe(true);
        expect(region?.snippet?.text).not.toBe('');
        expect((contextRegion?.startLine ?? 1) <= startLine).toBe(true);
        expect((contextRegion?.endLine ?? endLine) >= endLine).toBe(true);
      }
    }),
  );
});

describe('files for an upload', () => {
  const many = Array.from({ length: 25 }, (_, index) =>
    candidate({
      gid: index + 1,
      id: `C${String(index).padStart(6, '0')}`,
      pattern: 'boundary_funcs',
      confidence: index % 2 === 0 ? 0.6 : 0.9,
      description: `Description ${index}.`,
    }),
  );
  const gids = (text: string) =>
    runOf(text).results.map((result) => Number(String(result.properties?.['id']).slice(1)) + 1);

  test('within the limits there is one, the whole report', () => {
    expect(toSarifFiles(exampleReport)).toEqual([toSarif(exampleReport)]);
  });

  test('too many results are split, the worst first, each file with its own category', () => {
    const files = toSarifFiles(reportOf(many), { results: 10, bytes: 1_000_000 });
    expect(files.map((file) => gids(file).length)).toEqual([10, 10, 5]);
    expect(files.map((file) => runOf(file).automationDetails?.id)).toEqual([
      'rustward/review/',
      'rustward/review/2/',
      'rustward/review/3/',
    ]);
    expect(gids(files[0] ?? '')).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
    expect(new Set(files.flatMap(gids)).size).toBe(25);
  });

  test('too many bytes are split too, and a lone result is never lost', () => {
    const files = toSarifFiles(reportOf(many), { results: 5_000, bytes: 2_600 });
    expect(files.length).toBeGreaterThan(1);
    expect(new Set(files.flatMap(gids)).size).toBe(25);
    expect(toSarifFiles(reportOf(many), { results: 5_000, bytes: 1 })).toHaveLength(25);
  });
});
