import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { draftCandidates } from '../../../src/security/candidates/draft-candidates.ts';
import type { FileAnalysis } from '../../../src/security/candidates/file-analysis.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';
import { surveyFile } from '../../../src/security/scan/survey-file.ts';
import { brokenTokens, tokenSoup } from '../../support/nasty/broken.ts';
import { callChain } from '../../support/nasty/calls.ts';
import { FAMILIES } from '../../support/nasty/families.ts';

const GRAMMARS = loadGrammars();
const RULE_MAP = new Map(RULES.map((rule) => [rule.id, rule]));

/** Surveys and examines a file, as a scan of a project does. */
async function examine(text: string, path = 'a.c'): Promise<FileAnalysis> {
  await surveyFile(path, text, GRAMMARS, NO_PROJECT);
  return analyseFile(path, text, GRAMMARS, NO_PROJECT);
}

/** What a report would hold of a file. */
async function reported(text: string, path = 'a.c'): Promise<string> {
  const analysis = await analyseFile(path, text, GRAMMARS, NO_PROJECT);
  return JSON.stringify([draftCandidates(path, text, analysis, RULE_MAP), analysis.notes]);
}

test.each(FAMILIES)(
  '$name: examined to the end, with the same result each time',
  async ({ make, small }) => {
    const text = make(small);
    expect(make(small)).toBe(text);
    await surveyFile('a.c', text, GRAMMARS, NO_PROJECT);
    expect(await reported(text)).toBe(await reported(text));
  },
);

test('a chain of calls may be longer than the stack is deep', async () => {
  const { functions, notes } = await examine(callChain(1_500));
  expect(functions).toHaveLength(1_502);
  expect(notes).toEqual([]);
});

describe('broken code', () => {
  const size = fc.integer({ min: 0, max: 60 });
  const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  const path = fc.constantFrom('a.c', 'a.cpp', 'a.rs');

  test.each([
    ['real code with tokens lost', brokenTokens],
    ['tokens in no order', tokenSoup],
  ])('%s: never throws, and gives the same result each time', async (_, make) => {
    await fc.assert(
      fc.asyncProperty(size, seed, path, async (lines, start, file) => {
        const text = make(lines, start);
        expect(await reported(text, file)).toBe(await reported(text, file));
      }),
      { numRuns: 25, seed: 5 },
    );
  });
});

describe('a function that costs too much', () => {
  const nested = FAMILIES.find(({ name }) => name === 'nested loops');

  test('is named, with the bound and what it means', async () => {
    const { notes } = await examine(nested?.make(90) ?? '');
    expect(notes).toEqual([
      {
        reason: expect.stringMatching(
          /^function `f` at line 1 takes more steps than are allowed .* findings in it may be missing$/,
        ),
        failed: true,
        lines: expect.any(Array),
      },
    ]);
  });

  test('has hits, but no findings, where nobody knows what comes before', async () => {
    const text = nested?.make(90).replace('x += a[i0];', 'char b[4]; gets(b); x += a[i0];') ?? '';
    const { hits } = await examine(`char *gets(char *);\n${text}`);
    expect(hits.map(({ rule }) => rule)).toContain('unsafe_api');
    for (const hit of hits) expect(hit.confidence).toBeLessThan(0.5);
  });
});
