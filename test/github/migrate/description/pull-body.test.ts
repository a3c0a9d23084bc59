import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { migrationFactsSchema } from '../../../../src/github/isolated-worker/migration-facts.ts';
import { worstComparisonLevel } from '../../../../src/github/migrate/description/headline.ts';
import { pullBody } from '../../../../src/github/migrate/description/pull-body.ts';
import type { PullSubject } from '../../../../src/github/migrate/description/pull-subject.ts';
import { goldenFile } from '../../../support/golden-file.ts';
import { rendered, scannedText, tagsOf, targetsOf } from '../../../support/rendered-markdown.ts';

const FIXTURES = new URL('../../../fixtures/migration-pulls/', import.meta.url);
const recordedSchema = z.object({
  base: z.string(),
  crate: z.string(),
  facts: migrationFactsSchema,
});

/** What a real migration of the example has left: see the README of the fixtures. */
function recorded(name: string): PullSubject {
  const text = readFileSync(new URL(`${name}.json`, FIXTURES), 'utf8');
  const { base, crate, facts } = recordedSchema.parse(JSON.parse(text));
  return { facts, base, crate, repositoryUrl: 'https://github.com/ada/archive-reader', repairs: 0 };
}

describe('the description of a pull request', () => {
  test.each(['proven', 'partly', 'unproven'])('%s', (name) => {
    const printed = `${pullBody(recorded(name))}\n`;
    expect(printed).toBe(goldenFile(`migration-pulls/${name}.md`, printed));
  });

  test('says first what stands against it', () => {
    const first = (subject: PullSubject) => pullBody(subject).split('\n').slice(0, 2).join(' ');
    const proven = recorded('proven');
    expect(first(recorded('unproven'))).toMatch(/^> \[!CAUTION\] > \*\*Not compared: /);
    expect(first(recorded('partly'))).toMatch(/^> \[!WARNING\] > \*\*Compared in part\.\*\* /);
    expect(first({ ...proven, blocked: 'CI failed three times' })).toBe(
      '> [!CAUTION] > **Blocked: it goes no further by itself.** CI failed three times.',
    );
    expect(pullBody({ ...proven, repairs: 2, after: 7 })).toContain(
      'It is built on #7, which is to be merged first.\n\nAn agent has repaired it 2 times since CI failed.',
    );
  });

  test('does not call equal alone what reaches unsafe code that nothing has checked', () => {
    const { facts, ...rest } = recorded('proven');
    const functions = facts.functions.map((one) => {
      const places = ['fn slot in src/table.rs'];
      const unsafe_reached = { places, checks: [], because: 'no tool is there' };
      const { evidence } = one;
      return evidence.kind === 'equal'
        ? { ...one, evidence: { ...evidence, unsafe_reached } }
        : one;
    });
    expect(worstComparisonLevel({ functions })).toBe('partly');
    const body = pullBody({ ...rest, facts: { ...facts, functions } });
    const said =
      'The Rust reaches unsafe code (fn slot in src/table.rs), and whether that has undefined behaviour was not checked: no tool is there.';
    expect(body.split('\n').slice(0, 2).join(' ')).toMatch(
      /^> \[!WARNING\] > \*\*Compared in part\.\*\* /,
    );
    expect(scannedText(body)).toContain(said);
    expect(body).toContain('**fn slot in src/table.rs: not checked; no tool is there**');
  });

  test('calls a difference by its name', () => {
    const { facts, ...rest } = recorded('proven');
    const evidence = {
      ...({
        kind: 'different',
        input: 'join(b"a", b"b", 3)',
        c: 'return = 8',
        rust: 'Ok',
      } as const),
      ...{ test: '', cases: 1, seed: 1, milliseconds: 1 },
    };
    const functions = facts.functions.map((one) => ({ ...one, evidence }));
    expect(worstComparisonLevel({ functions })).toBe('different');
    expect(pullBody({ ...rest, facts: { ...facts, functions } })).toContain(
      '> **The Rust does something else than the C.** For `join(b"a", b"b", 3)` the C gives `return = 8`, the Rust `Ok`.',
    );
  });

  test('of a cycle tells its functions apart, and the worst of them counts', () => {
    const [one, other] = [recorded('proven'), recorded('unproven')];
    const functions = [...one.facts.functions, ...other.facts.functions];
    const text = pullBody({ ...one, facts: { ...one.facts, functions } });
    expect(text).toMatch(/^> \[!CAUTION\]\n> `path_join`: \*\*Both gave the same on 10,000 inputs/);
    expect(text).toContain('`path_next_component`: **Not compared: ');
  });

  test('fits, however long the code is, and keeps its end', () => {
    const { facts, ...rest } = recorded('proven');
    const line = `    x += ${'`'.repeat(9)}${'y'.repeat(50)};\n`;
    const long = facts.functions.map((one) => ({
      ...{ ...one, c_text: line.repeat(3000), rust_text: line.repeat(2999) },
    }));
    for (const count of [1, 20]) {
      const functions = Array.from({ length: count }, () => long).flat();
      const text = pullBody({ ...rest, facts: { ...facts, functions } });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(54_000);
      expect(text).toContain('cut here');
      if (count === 1)
        expect(text).toMatch(/a recording gave the answers to 3 questions\.<\/sub>$/);
    }
  });
});

/** What would act on GitHub, if it were not inert. */
const HOSTILE = [
  ...[
    '@ada',
    'fixes #1',
    'ada/demo#2',
    'GH-3',
    'https://evil.example/x',
    '![x](https://evil.example/y)',
  ],
  ...[
    '<img src=https://evil.example/z>',
    '</details>',
    '</table>',
    '<!-- x',
    '-->',
    '<script>',
    '| a | b |',
  ],
  ...[
    '```',
    '~~~',
    '`',
    '[x](javascript:alert(1))',
    '# x',
    '- [ ] x',
    '\u202e',
    '\0',
    '\\',
    '\n\n',
    '> [!NOTE]',
  ],
];

test('nothing of a repository or a model acts: no mention, no link, no image, no tag', () => {
  const names = ['proven', 'partly', 'unproven'] as const;
  const own = new Set(names.flatMap((name) => tagsOf(rendered(pullBody(recorded(name))))));
  const text = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.constantFrom(...names), text, fc.boolean(), (name, hostile, isLong) => {
      const { facts, ...rest } = recorded(name);
      const [file, line] = ['src/a.rs', 3];
      const evil = {
        ...facts,
        functions: facts.functions.map((one) => ({
          ...{ ...one, c_file: hostile, module: hostile, rust_symbol: hostile, signature: hostile },
          ...{ c_text: hostile, rust_text: isLong ? hostile.repeat(50) : hostile },
          ...{ remarks: [hostile], decisions: [{ c: hostile, rust: hostile, why: hostile }] },
          evidence:
            one.evidence.kind === 'equal'
              ? { ...one.evidence, limits: [hostile], undefinedBehaviour: [hostile] }
              : { kind: 'not checked' as const, because: hostile },
        })),
        ...{ items: [hostile], tests: [hostile], dependencies: [hostile] },
        unsafe: [{ file, line, reason: hostile }],
        effort: { ...facts.effort, models: [hostile], replayed: false },
      };
      const page = rendered(pullBody({ ...rest, facts: evil, blocked: hostile }));
      expect(tagsOf(page).filter((tag) => !own.has(tag) && tag !== 'br')).toEqual([]);
      const address = `${rest.repositoryUrl}/blob/`;
      for (const target of targetsOf(page)) expect(target.startsWith(address)).toBe(true);
      expect(scannedText(page)).not.toMatch(/(?:^|[^\w`])@\w|#\d|GH-\d|:\/\//i);
    }),
    { numRuns: 150 },
  );
});
