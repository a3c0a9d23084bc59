import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findingKey } from '../../../src/github/publication-plan/finding-key.ts';
import { PLAN_LIMITS } from '../../../src/github/publication-plan/publication-plan.ts';
import { publicationPlanOf } from '../../../src/github/publication-plan/publication-plan-of.ts';
import type { TriageResult } from '../../../src/security/candidates/triage-result.ts';
import type { Report, ReportedCandidate } from '../../../src/security/report/report.ts';
import { candidate, exampleReport, reportOf } from '../../security/printers/example-report.ts';
import { derivation, examinedReport } from '../../security/printers/triaged-report.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';
import { rendered, scannedText, tagsOf, targetsOf } from '../../support/rendered-markdown.ts';

const ADDRESS = 'https://github.com/ada/demo';
const CONTEXT = {
  ...{ repositoryUrl: ADDRESS, head: '5f0c9d1e7a3b2c4d6e8f9a0b1c2d3e4f5a6b7c8d' },
  ...{ seconds: 75, sarif: false },
};

test('a plan in words', () => {
  const { summary, findings, ...plan } = publicationPlanOf(exampleReport, CONTEXT);
  expect(plan).toMatchObject({ verdict: 'findings', complete: true, title: '2 findings' });
  expect(summary).toMatchSnapshot();
  expect(findings.map(({ body }) => body).join('\n\n---\n\n')).toMatchSnapshot();
});

test('a plan in which models looked, in words', () => {
  const costs = { dollars: 0.1234, calls: 12, unpriced: 0 };
  const { summary, findings } = publicationPlanOf(examinedReport, { ...CONTEXT, costs });
  expect(summary).toMatchSnapshot();
  expect(findings[0]?.body).toMatchSnapshot();
});

describe('the title', () => {
  const one = [candidate({ gid: 1, id: 'C000001', pattern: 'a' })];
  const none: ReportedCandidate[] = [];
  test.each<[Report['verdict'], boolean, ReportedCandidate[], string]>([
    ['clean', false, none, 'No findings'],
    ['clean', false, one, '1 finding, none of them severe enough to fail'],
    ['findings', false, one, '1 finding'],
    ['findings', true, one, '1 finding; not everything was examined'],
    ['inconclusive', true, none, 'Inconclusive: not everything was examined'],
    ['inconclusive', true, one, 'Inconclusive: not everything was examined, 1 finding so far'],
  ])('of %s, incomplete: %s', (verdict, incomplete, candidates, title) => {
    const report = { ...reportOf(candidates), verdict, ...(incomplete && { incomplete }) };
    const plan = publicationPlanOf(report, CONTEXT);
    expect(plan).toMatchObject({ title, complete: !incomplete });
    const said = 'Not everything was examined that should have been';
    expect(plan.summary.includes(said)).toBe(incomplete);
  });
});

test('what people have settled is said first', () => {
  const plain = candidate({ gid: 1, id: 'C000001', pattern: 'a' });
  const settled = { ...plain, suppression: { kind: 'external', reason: 'known' } } as const;
  const clean = publicationPlanOf({ ...reportOf([settled]), verdict: 'clean' }, CONTEXT);
  expect(clean.title).toBe('No open findings, 1 settled');
  expect(clean.summary).toMatch(/^\*\*1 settled by people\.\*\* /);
  const { summary } = publicationPlanOf(reportOf([plain, settled, settled]), CONTEXT);
  expect(summary).toMatch(/^\*\*1 finding: 1 \w+; 2 settled by people\.\*\*\n/);
  const off = {
    ...plain,
    suppression: { kind: 'external', reason: 'the rule a is off', by_settings: true },
  } as const;
  const both = publicationPlanOf(reportOf([settled, off, off]), CONTEXT);
  expect(both.summary).toMatch(/^\*\*1 settled by people; 2 left out by settings\.\*\*/);
});

test('how a finding is settled is said where there is one', () => {
  const one = candidate({ gid: 1, id: 'C000001', pattern: 'a' });
  const said = 'Settle a finding with a comment';
  expect(publicationPlanOf(reportOf([one]), CONTEXT).summary).toContain(said);
  const clean = publicationPlanOf({ ...reportOf([]), verdict: 'clean' }, CONTEXT);
  expect(clean.summary).not.toContain('Settle a finding');
});

test('what is there without being a finding is not taken for gone', () => {
  const { findings, still_there } = publicationPlanOf(exampleReport, CONTEXT);
  const [existing, toReview, suppressed] = exampleReport.candidates.slice(2, 5).map(findingKey);
  expect(still_there).toEqual([toReview, existing, suppressed]);
  expect(findings).toHaveLength(2);
});

test('a sentence has a capital and a full stop', () => {
  const text = { description: 'the length is not compared', suggestion: 'Compare it!' };
  const one = candidate({ gid: 1, id: 'C000001', pattern: 'a', ...text });
  const plan = publicationPlanOf(reportOf([one]), CONTEXT);
  expect(plan.findings[0]?.body).toContain(
    '\n\nThe length is not compared.\n\n**Fix:** Compare it\\!\n',
  );
  expect(plan.annotations[0]?.message).toBe('The length is not compared. Compare it!');
});

test('a long way is folded away', () => {
  const step = { file: 'a.c', line: 1, column: 1, end_line: 1, end_column: 2, function: 'f' };
  const trace = Array.from({ length: 6 }, (_, index) => ({ ...step, message: `step ${index}` }));
  const one = candidate({ gid: 1, id: 'C000001', pattern: 'a', trace });
  const [finding] = publicationPlanOf(reportOf([one]), CONTEXT).findings;
  expect(finding?.body).toContain('<summary><b>How it is reached</b>, in 6 steps</summary>');
});

test('code scanning is told when it is wanted', () => {
  expect(publicationPlanOf(exampleReport, CONTEXT).sarif).toBe('');
  const { sarif } = publicationPlanOf(exampleReport, { ...CONTEXT, sarif: true });
  expect(JSON.parse(sarif)).toMatchObject({ version: '2.1.0' });
});

/** What a repository or a model may write, with a letter in it, as schemas ask for. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['@everyone', 'a/b#3', 'GH-7', '![x](https://e.example)', '<img src=x>', '</details>'],
        ...['```', '`', '\n', '\r\n', '\n\n# ', '\n- ', '\n| ', '|', '\\', '[a](http://e.example)'],
        ...['<!--', '-->', '&lt;', '~~~', '$x$', '1. ', 'www.e.example', '\u202e', '\n    '],
        ...[
          '[^1]',
          '`@everyone',
          'https://e.example/`@everyone',
          '](',
          ')',
          '<sub>',
          '*',
          '_',
          '---',
        ],
      ),
      fc.string({ unit: ANY_CHARACTER, maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((glue) => `x${parts.join(glue)}`));

/** One candidate of each kind, with this text wherever a repository or a model may write one. */
function reportWith(text: string): Report {
  const examinations: (TriageResult | undefined)[] = [
    undefined,
    { kind: 'verified', ...derivation(text), verification_notes: text },
    { kind: 'unverified', ...derivation(text) },
    { kind: 'unproven', ...derivation(text), problem: text },
    { kind: 'refuted', by: 'verifier', reason: text },
    { kind: 'dismissed', reason: text, review_notes: text },
    { kind: 'unexamined', reason: text },
  ];
  const place = { file: text, line: 3, column: 1, end_line: 4, end_column: 2, function: text };
  const all = examinations.map((examination, index) =>
    candidate({
      ...{ gid: index + 1, id: `C00000${index}`, ...place, pattern: index < 2 ? text : 'rule' },
      ...{ description: text, suggestion: text, trace: [{ ...place, message: text }] },
      ...(examination !== undefined && { examination }),
      ...(index === 0 && { sources: [text] }),
    }),
  );
  const settled = candidate({ gid: 9, id: 'C000009', pattern: text, file: text });
  const suppression = { kind: 'external', reason: text } as const;
  const report = reportOf([...all, { ...settled, suppression }]);
  const skipped = [{ file: text, reason: text }];
  const rules = report.rules.map((rule) => ({ ...rule, id: 'rule', title: text }));
  return { ...report, rules, notice: text, summary: { ...report.summary, skipped } };
}

describe('whatever a repository or a model writes', () => {
  const bodies = (text: string) => {
    const plan = publicationPlanOf(reportWith(text), CONTEXT);
    return [plan.summary, ...plan.findings.map(({ body }) => body)];
  };
  const plain = bodies('x').map((body) => tagsOf(rendered(body)));

  test('nothing of it acts', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const pages = bodies(text).map(rendered);
        for (const [index, page] of pages.entries()) {
          const own = new Set(['code', ...(plain[index] ?? [])]);
          expect(tagsOf(page).filter((tag) => !own.has(tag))).toEqual([]);
          expect(page).not.toContain('<!--');
          for (const target of targetsOf(page)) expect(target).toMatch(`${ADDRESS}/blob/`);
          const scanned = scannedText(page);
          expect(scanned).not.toMatch(/@\w|#\d|\bGH-\d|\w:\/\/|www\./i);
          expect(scanned).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('it adds no block, and ends none', () => {
    const shape = (page: string) =>
      page.match(/<\/?(?:p|h\d|li|ol|ul|table|tr|td|pre|details|hr|blockquote|sub)\b/g);
    const expected = bodies('x').map((body) => shape(rendered(body)));
    fc.assert(
      fc.property(hostile, (text) => {
        expect(bodies(text).map((body) => shape(rendered(body)))).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('a plan is never over the limits', () => {
    const long = fc
      .tuple(hostile, fc.integer({ min: 1, max: 20_000 }))
      .map(([text, times]) => text.repeat(times).slice(0, 40_000));
    fc.assert(
      fc.property(long, (text) => {
        const plan = publicationPlanOf(reportWith(text), CONTEXT);
        expect(plan.title.length).toBeLessThanOrEqual(PLAN_LIMITS.title);
        for (const { title, body } of plan.findings) {
          expect(title.length).toBeLessThanOrEqual(PLAN_LIMITS.title);
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(PLAN_LIMITS.body);
        }
        for (const { title, message } of plan.annotations) {
          expect(title.length).toBeLessThanOrEqual(PLAN_LIMITS.title);
          expect(Buffer.byteLength(message)).toBeLessThanOrEqual(65_536);
        }
        expect(Buffer.byteLength(plan.summary)).toBeLessThanOrEqual(PLAN_LIMITS.summary);
      }),
      { numRuns: 30 },
    );
  });
});

test('of many findings, as many are shown as there is room for, and the rest is counted', () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    candidate({ gid: index + 1, id: 'C000001', pattern: 'boundary_funcs', line: index + 1 }),
  );
  const plan = publicationPlanOf(reportOf(many), CONTEXT);
  expect(plan.findings).toHaveLength(2000);
  expect(plan.annotations).toHaveLength(PLAN_LIMITS.annotations);
  const shown = plan.summary.match(/^\| high \|/gm)?.length ?? 0;
  expect(plan.summary).toContain(`\n\n… and ${(2000 - shown).toLocaleString('en')} findings more`);
});
