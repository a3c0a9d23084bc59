import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import type { Reproduction } from '../../src/security/candidates/reproduction.ts';
import type { TriageResult } from '../../src/security/candidates/triage-result.ts';
import { runSecurity } from '../../src/security/pipeline.ts';
import type { SecurityRequest } from '../../src/security/security-request.ts';
import type { FindingSettings } from '../../src/security/selection/finding-settings.ts';
import { candidate } from '../support/candidates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { WORD_RULE } from './scan/fixtures/word-rule.ts';

const CLAIM = candidate({
  ...{ gid: 2, file: 'a.c', line: 2, pattern: 'model/cwe-787', cwe: [787] },
  ...{ category: 'bounds', sources: ['model'], confidence: 0.4 },
});

const REFUTED: TriageResult = { kind: 'refuted', by: 'verifier', reason: 'it fits' };

/** A scan of a file in which a model claims one defect, with what came of its examination. */
async function claimed(
  settings: FindingSettings,
  changes: Partial<SecurityRequest> = {},
  {
    result = REFUTED,
    reproduction,
  }: { readonly result?: TriageResult; readonly reproduction?: Reproduction } = {},
) {
  const folder = temporaryFolder({
    'a.c': 'defect // rustward-ignore: test_rule checked\nint x;\n',
  });
  const opened: boolean[] = [];
  const report = await runSecurity(
    {
      ...{ scan: { path: folder, threads: 0 }, includeExisting: false, minConfidence: 0.4 },
      ...{ failOn: 'high', state: 'none', version: '1.2.3', findingSettings: [settings] },
      ...changes,
    },
    {
      ...{ rules: [WORD_RULE], moreRules: [WORD_RULE], grammars: loadGrammars() },
      threadScript: new URL('scan/fixtures/word-thread.ts', import.meta.url),
      onWarning: () => undefined,
      triage({ claims }) {
        const isOpen = claims.isOpen(CLAIM);
        opened.push(isOpen);
        return Promise.resolve({
          ...{ claimed: [CLAIM], alsoClaimed: new Set<number>() },
          reproductions: new Map(reproduction === undefined ? [] : [[CLAIM.gid, reproduction]]),
          results: new Map(isOpen ? [[CLAIM.gid, result]] : []),
        });
      },
    },
  );
  const found = report.candidates.find(({ gid }) => gid === CLAIM.gid);
  return { report, found, isOpen: opened[0] };
}

const settings = (more: Partial<FindingSettings>): FindingSettings => ({
  ...{ folder: '', rules: {} },
  ...more,
});

describe('a claim of a model', () => {
  test('is examined where nothing is settled', async () => {
    const { report, found, isOpen } = await claimed(settings({}));
    expect([isOpen, report.verdict]).toEqual([true, 'clean']);
    expect(found?.examination?.kind).toBe('refuted');
  });

  test('of no rule that was chosen is shown as not examined, and nothing is clean', async () => {
    const { report, found, isOpen } = await claimed(settings({ only: ['test_rule'] }));
    expect([isOpen, report.verdict]).toEqual([false, 'inconclusive']);
    expect(found).toMatchObject({
      examination: { kind: 'unexamined', reason: 'it is of no rule that was chosen' },
    });
    expect(found?.suppression).toBeUndefined();
    expect(report.notice).toContain('because it is of no rule that was chosen');
  });

  test.each([['CWE-787'], ['category:bounds'], ['model/cwe-787']])(
    'is examined where %s was chosen',
    async (name) => {
      const { report, isOpen } = await claimed(settings({ only: [name] }));
      expect([isOpen, report.verdict]).toEqual([true, 'clean']);
    },
  );

  test.each([['CWE-787'], ['category:bounds'], ['*']])(
    'stays suppressed where %s is off, whatever was chosen',
    async (name) => {
      const off = settings({ rules: { [name]: 'off' }, only: ['test_rule'] });
      const { report, found, isOpen } = await claimed(off);
      expect([isOpen, report.verdict]).toEqual([false, 'clean']);
      expect(found?.suppression?.reason).toBe('the rule model/cwe-787 is off');
    },
  );

  test('that nobody examined is shown however sure findings have to be', async () => {
    const { report, found } = await claimed(settings({ only: ['test_rule'] }), {
      minConfidence: 0.9,
    });
    expect([found?.examination?.kind, report.verdict]).toEqual(['unexamined', 'inconclusive']);
    const { found: refuted } = await claimed(settings({}), { minConfidence: 0.9 });
    expect(refuted).toBeUndefined();
  });

  test('that a run shows is shown however sure findings have to be, also where no verifier was asked', async () => {
    const result: TriageResult = {
      ...{ kind: 'unverified', preconditions: 'p', trigger_path: [] },
      ...{ consequences: 'c', suggestions: 's' },
    };
    const reproduction: Reproduction = {
      ...{ outcome: 'reproduced', command: 'sh run', driver: 'd.c', unit: 'a.c' },
      ...{ input: '', report: 'heap-buffer-overflow', files: [] },
    };
    const least = { minConfidence: 0.9, failOn: 'low' } as const;
    const { report, found } = await claimed(settings({}), least, { result, reproduction });
    expect([found?.confidence, report.verdict]).toEqual([0.95, 'findings']);
    const { found: derived } = await claimed(settings({}), least, { result });
    expect(derived).toBeUndefined();
  });
});
