import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import type { NamedRule } from '../../../src/security/selection/rule-names.ts';
import {
  loadSuppressionFile,
  parseSuppressionFile,
  type SuppressionEntry,
} from '../../../src/security/selection/suppression-file.ts';
import {
  coversAny,
  expiredEntries,
  suppressionWarnings,
  unusedSuppressions,
} from '../../../src/security/selection/suppression-warnings.ts';
import {
  findSuppression,
  type SuppressionSources,
} from '../../../src/security/selection/suppressions.ts';
import { draft } from '../../support/candidates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const UNSAFE_API: NamedRule = { id: 'unsafe_api', cwe: [676], furtherCwe: [242] };

function comment(rules: string[], reason: string, from = 10, to = 10) {
  return new Map([['src/a.c', [{ line: from, rules, reason, from, to }]]]);
}

describe('suppressionOf', () => {
  test('a comment with a reason silences its rules on its lines', () => {
    const sources = { inline: comment(['x', 'unsafe_api'], 'fine', 9, 10), entries: [] };
    expect(findSuppression(draft(), sources)).toEqual({ kind: 'inSource', reason: 'fine' });
    expect(findSuppression(draft({ line: 11 }), sources)).toBeUndefined();
    expect(findSuppression(draft({ file: 'b.c' }), sources)).toBeUndefined();
    expect(findSuppression(draft({ pattern: 'double_free' }), sources)).toBeUndefined();
  });

  test('a comment without a reason silences nothing, and is warned about', () => {
    const sources = { inline: comment(['unsafe_api'], ''), entries: [] };
    expect(findSuppression(draft(), sources)).toBeUndefined();
    expect(suppressionWarnings(sources, [UNSAFE_API])).toEqual([
      'src/a.c:10: rustward-ignore gives no reason, so it does nothing',
    ]);
  });

  test('a rule that the configuration has off is silent', () => {
    const settings = [
      {
        folder: 'src',
        rules: { unsafe_api: 'off', unsafe_apy: 'off', memory_leak: 'low' },
      } as const,
    ];
    const sources = { inline: new Map(), entries: [], settings };
    const reason = 'the rule unsafe_api is off for src';
    expect(findSuppression(draft(), sources)).toEqual({
      kind: 'external',
      reason,
      by_settings: true,
    });
    expect(findSuppression(draft({ file: 'lib/a.c' }), sources)).toBeUndefined();
    expect(findSuppression(draft({ pattern: 'memory_leak' }), sources)).toBeUndefined();
  });

  test('a rule that was not asked for is not said to be off', () => {
    const settings = [{ folder: '', rules: {}, only: ['double_free'], isGiven: true }];
    expect(findSuppression(draft(), { inline: new Map(), entries: [], settings })).toEqual({
      kind: 'external',
      reason: 'the rule unsafe_api is none of those that were asked for',
      by_settings: true,
    });
  });

  test('what fits nothing that a scan finds is told', () => {
    const rules = (rule: string) => ['unsafe_api', 'double_free'].includes(rule);
    const scan = { candidates: [draft()], files: ['src/a.c'], isPart: false };
    const of = (rule: string, file?: string) => ({ rule, reason: 'r', ...(file && { file }) });
    const entries = [
      ...[of('unsafe_api'), of('unsafe_api', 'src/'), of('double_free'), of('unsafe_api', 'gone/')],
      // It may be of a model, and results of the other scanner are not at hand.
      ...[{ ...of('double_free'), id: 'Cabc' }, of('cppcheck/nullPointer'), of('no_such_rule')],
    ];
    const inline = comment(['unsafe_api', 'double_free'], 'fine', 9, 10);
    const stale = [
      'src/a.c:9: rustward-ignore: double_free fits nothing that this scan finds',
      '.rustward/suppressions.json5: double_free fits nothing that this scan finds',
      '.rustward/suppressions.json5: unsafe_api in gone/ fits nothing that this scan finds',
    ];
    expect(unusedSuppressions({ inline, entries }, rules, scan)).toEqual(stale);
    // Of some files an entry says nothing that can be told to be wrong, unless it speaks of these.
    const part = { ...scan, isPart: true };
    expect(unusedSuppressions({ inline, entries }, rules, part)).toEqual(stale.slice(0, 1));
    const about = { inline: new Map(), entries: [of('double_free', 'src/')] };
    expect(unusedSuppressions(about, rules, part)).toHaveLength(1);
  });

  test('a range without an end silences nothing, and is warned about', () => {
    const sources = { inline: comment(['unsafe_api'], 'fine', 10, 9), entries: [] };
    expect(findSuppression(draft(), sources)).toBeUndefined();
    expect(suppressionWarnings(sources, [UNSAFE_API])).toEqual([
      'src/a.c:10: rustward-ignore-begin has no rustward-ignore-end behind it, so it does nothing',
    ]);
  });

  test('unknown rules are warned about', () => {
    const entries = [{ rule: 'unsafe_apy', reason: 'r' }];
    const sources = { inline: comment(['strcpi'], 'fine'), entries };
    expect(suppressionWarnings(sources, [UNSAFE_API])).toEqual([
      'src/a.c:10: rustward-ignore names the unknown rule strcpi',
      '.rustward/suppressions.json5: names the unknown rule unsafe_apy; did you mean unsafe_api?',
    ]);
  });

  test.each([
    [{}, true],
    [{ file: 'src/a.c' }, true],
    [{ file: 'src/' }, true],
    [{ file: '*.h' }, false],
    [{ id: 'C0a1b2c' }, true],
    [{ id: 'C000000' }, false],
    [{ fingerprint: 'abc:1', file: 'a.c' }, true],
    [{ fingerprint: 'abc:2' }, false],
    [{ rule: 'other' }, false],
  ])('an entry with %j silences: %s', (entry, silenced) => {
    const entries = [{ rule: 'unsafe_api', reason: 'agreed', ...entry }];
    const found = findSuppression(draft(), { inline: new Map(), entries });
    expect(found).toEqual(silenced ? { kind: 'external', reason: 'agreed' } : undefined);
  });
});

describe('the suppression file', () => {
  test('is not read through a link out of the tree', () => {
    const outside = temporaryFolder({ 'suppressions.json5': '[{ rule: "a", reason: "why" }]' });
    const root = temporaryFolder();
    symlinkSync(outside, join(root, '.rustward'));
    expect(() => loadSuppressionFile(root)).toThrow('.rustward is a link');
    const other = temporaryFolder({ '.rustward/keep': '' });
    symlinkSync('suppressions.json5', join(other, '.rustward/suppressions.json5'));
    expect(() => loadSuppressionFile(other)).toThrow(
      'suppressions.json5 is a link; make it a file',
    );
  });

  test('may be missing', () => {
    expect(loadSuppressionFile(temporaryFolder())).toEqual([]);
  });

  test('is JSON5', () => {
    const text = "// agreed in May\n[{ rule: 'a', file: 'x.c', reason: 'why', }]";
    const root = temporaryFolder({ '.rustward/suppressions.json5': text });
    expect(loadSuppressionFile(root)).toEqual([{ rule: 'a', file: 'x.c', reason: 'why' }]);
  });

  test.each([
    ['[{', 'suppressions.json5:1: this is not JSON5: invalid end of input, column 3'],
    ['{}', 'expected array'],
    ["[{ rule: 'a' }]", 'entries.0.reason: '],
    ["[{ rule: 'a', reason: ' ' }]", 'entries.0.reason: '],
    ["[{ rule: 'a', reason: 'b', line: 3 }]", 'line'],
  ])('%s is refused', (text, message) => {
    expect(() => parseSuppressionFile(text)).toThrow(UsageError);
    expect(() => parseSuppressionFile(text)).toThrow(message);
  });
});

describe('what does not do what its writer meant', () => {
  const RULES: readonly NamedRule[] = [
    UNSAFE_API,
    { id: 'memory_leak', cwe: [401] },
    { id: 'own/rule', cwe: [1] },
  ];
  const comment = (rules: string[], reason: string, from = 10, to = 10) => {
    return new Map([['src/a.c', [{ line: from, rules, reason, from, to }]]]);
  };
  const warned = (rules: string[], reason: string, from?: number, to?: number) =>
    suppressionWarnings({ inline: comment(rules, reason, from, to), entries: [] }, RULES);

  test.each([
    [['unsafe_api'], 'fine', 10, 10, []],
    [['unsafe_api'], '', 10, 10, ['gives no reason, so it does nothing']],
    [[], 'fine', 10, 10, ['names no rule, so it does nothing']],
    [[], '', 10, 10, ['names no rule, so it does nothing']],
    [
      ['unsafe_apy'],
      'fine',
      10,
      10,
      ['names the unknown rule unsafe_apy; did you mean unsafe_api?'],
    ],
    [['zzz'], 'fine', 10, 10, ['names the unknown rule zzz']],
    [['other/rule'], 'fine', 10, 10, []],
    [['own/rule'], 'fine', 10, 10, []],
    [['own/other'], 'fine', 10, 10, [expect.stringContaining('names the unknown rule own/other')]],
  ])('a comment on %j for the reason %j', (rules, reason, from, to, said) => {
    const found = warned(rules, reason, from, to);
    const start = 'src/a.c:10: rustward-ignore ';
    expect(found.map((line) => line.replace(start, ''))).toEqual(said);
    expect(found.every((line) => line.startsWith(start))).toBe(true);
  });

  test('a range without an end', () => {
    expect(warned(['zzz'], '', 10, 9)).toEqual([
      'src/a.c:10: rustward-ignore-begin has no rustward-ignore-end behind it, so it does nothing',
    ]);
  });

  test('an entry of an unknown rule, behind the comments', () => {
    const entries = [
      { rule: 'memory_leek', reason: 'x' },
      { rule: 'memory_leak', reason: 'x' },
    ];
    expect(suppressionWarnings({ inline: comment([], ''), entries }, RULES)).toEqual([
      'src/a.c:10: rustward-ignore names no rule, so it does nothing',
      '.rustward/suppressions.json5: names the unknown rule memory_leek; did you mean memory_leak?',
    ]);
  });

  test('an entry whose last day is over, and none before', () => {
    const entries = [
      { rule: 'a', reason: 'x', until: '2027-01-31' },
      { rule: 'b', file: 'src/', reason: 'x', until: '2027-01-30' },
      { rule: 'c', reason: 'x' },
    ];
    expect(expiredEntries(entries, '2027-01-31')).toEqual([
      '.rustward/suppressions.json5: the entry of b in src/ counted until 2027-01-30, and no longer does',
    ]);
    expect(expiredEntries(entries, '2027-02-01')).toEqual([
      '.rustward/suppressions.json5: the entry of a counted until 2027-01-31, and no longer does',
      '.rustward/suppressions.json5: the entry of b in src/ counted until 2027-01-30, and no longer does',
    ]);
  });

  test('what fits nothing of a scan', () => {
    const unused = (
      entries: SuppressionEntry[],
      { isPart = false, inline = new Map(), could = () => true }: Tried = {},
    ) => {
      const scan = { candidates: [draft()], files: ['src/a.c'], isPart };
      return unusedSuppressions({ inline, entries }, could, scan);
    };
    const { pattern, file, line } = draft();
    const fits = { rule: pattern, reason: 'x' };
    const not = { rule: 'memory_leak', reason: 'x' };
    const said = '.rustward/suppressions.json5: memory_leak fits nothing that this scan finds';
    expect(unused([fits, { ...fits, file }])).toEqual([]);
    expect(unused([fits, not])).toEqual([said]);
    expect(unused([not], { could: () => false })).toEqual([]);
    expect(unused([{ ...not, file: 'src/' }])).toEqual([
      '.rustward/suppressions.json5: memory_leak in src/ fits nothing that this scan finds',
    ]);
    for (const key of ['id', 'fingerprint', 'digest']) {
      expect(unused([{ ...not, [key]: 'x' }])).toEqual([]);
    }
    // Of a part of a tree, what is for other files may fit there.
    expect(unused([not, { ...not, file: 'lib/' }], { isPart: true })).toEqual([]);
    expect(unused([{ ...not, file: 'src/' }], { isPart: true })).toHaveLength(1);
    const at = (from: number, to: number, reason = 'x') =>
      unused([], {
        inline: new Map([[file, [{ line: 1, rules: [pattern, 'zzz'], reason, from, to }]]]),
      });
    const zzz = `${file}:1: rustward-ignore: zzz fits nothing that this scan finds`;
    const own = `${file}:1: rustward-ignore: ${pattern} fits nothing that this scan finds`;
    expect(at(line, line)).toEqual([zzz]);
    expect(at(line - 1, line + 1)).toEqual([zzz]);
    expect(at(line + 1, line + 1)).toEqual([own, zzz]);
    expect(at(line - 1, line - 1)).toEqual([own, zzz]);
    expect(at(line, line, '')).toEqual([]);
    expect(at(line, line - 1)).toEqual([]);
  });

  test('a pattern covers a file, or none', () => {
    expect(coversAny('src/', ['lib/b.c', 'src/a.c'])).toBe(true);
    expect(coversAny('src/', ['lib/b.c'])).toBe(false);
    expect(coversAny('src/', [])).toBe(false);
    expect(coversAny(undefined, ['src/a.c'])).toBe(false);
  });
});

interface Tried {
  readonly isPart?: boolean;
  readonly inline?: SuppressionSources['inline'];
  readonly could?: (rule: string) => boolean;
}
