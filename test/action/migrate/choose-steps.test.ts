import { expect, test } from '@jest/globals';
import type { NamedFunction } from '../../../action/inputs/migration-inputs.ts';
import { chooseSteps } from '../../../action/migrate/choose-steps.ts';
import type { Proposal, Proposals } from '../../../action/migrate/proposals.ts';
import { UsageError } from '../../../src/errors.ts';
import type { Survey, SurveyedFunction } from '../../../src/github/isolated-worker/survey.ts';

/** A function of `a.c`; its name, and `b.c:name` for another file. */
function fn(id: string, needs: readonly string[] = [], isMigrated = false): SurveyedFunction {
  const evidence = { kind: 'not checked' as const, because: 'it is a test' };
  return {
    ...{ ...idOf(id), id, start_line: 1, end_line: 2, signature: '', needs: needs.map(idOf) },
    ...(isMigrated ? { migrated: { rust: id, evidence } } : {}),
  };
}

function idOf(id: string) {
  const [name = '', file = 'a.c'] = id.split(':').reverse();
  return { name, file };
}

const survey = (...steps: SurveyedFunction[][]): Survey => ({
  ...{ head: '0'.repeat(40), crate: 'rust', isLaidOut: true, steps, problems: [] },
});

const PROJECT = survey(
  [fn('done', [], true)],
  [fn('a')],
  [fn('b')],
  [fn('c')],
  [fn('b.c:init')],
  [fn('init')],
  [fn('top', ['a'])],
);

/** Pull requests that are there, by their branches. */
function proposals(there: Readonly<Record<string, Proposal['state']>>): Proposals {
  const url = (branch: string) => `https://example.org/${branch}`;
  const all = Object.entries(there).map(([branch, state]) => ({ branch, state, url: url(branch) }));
  return {
    open: () => Promise.resolve(all.filter(({ state }) => state === 'open')),
    from: (branch) => Promise.resolve(all.find((one) => one.branch === branch)),
    propose: () => Promise.reject(new Error('nothing is proposed here')),
  };
}

const of = (...names: string[]): NamedFunction[] =>
  names.map((one) => ({
    name: idOf(one).name,
    file: one.includes(':') ? idOf(one).file : undefined,
  }));

interface Asked {
  readonly functions?: readonly NamedFunction[];
  readonly skipped?: readonly NamedFunction[];
  readonly maxFunctions?: number;
  readonly there?: Readonly<Record<string, Proposal['state']>> | undefined;
  readonly maxOpen?: number;
  readonly project?: Survey;
}

async function chosen({ there = {}, maxOpen = 3, project = PROJECT, ...inputs }: Asked) {
  const all = { functions: [], skipped: [], maxFunctions: 1, ...inputs };
  const choice = await chooseSteps(project, all, proposals(there), maxOpen);
  return {
    tried: choice.attempts.map(({ branch }) => branch.replace('rustward/', '')),
    settled: choice.settled.map(({ functions, kind }) => [functions[0]?.name, kind]),
    notices: choice.notices,
  };
}

test('the next ones are those that are ready and not yet proposed', async () => {
  expect(await chosen({})).toEqual({ tried: ['migrate/a'], settled: [], notices: [] });
  const there = { 'rustward/migrate/a': 'open', 'rustward/migrate/b': 'closed' } as const;
  const { tried, settled, notices } = await chosen({ there, maxFunctions: 2 });
  expect(tried).toEqual(['migrate/c', expect.stringMatching(/^migrate\/init-[0-9a-f]{8}$/)]);
  expect(settled).toEqual([['a', 'open']]);
  expect(notices).toEqual([expect.stringContaining('b was proposed and closed')]);
});

test('while a gate fails nothing is tried, and that is said', async () => {
  const project = { ...PROJECT, paused: ['the score is too high'] };
  expect(await chosen({ project })).toEqual({
    ...{ tried: [], settled: [] },
    notices: ['the migration is paused: the score is too high'],
  });
  const named = await chosen({ project, functions: of('a') });
  expect([named.tried, named.settled]).toEqual([[], [['a', 'not tried']]]);
});

test('one that was merged and is gone again is tried again', async () => {
  expect((await chosen({ there: { 'rustward/migrate/a': 'merged' } })).tried).toEqual([
    'migrate/a',
  ]);
});

test('a branch without a pull request waits for a person', async () => {
  const { tried, settled } = await chosen({ there: { 'rustward/migrate/a': 'pushed' } });
  expect([tried, settled]).toEqual([['migrate/b'], [['a', 'pushed']]]);
});

test('no more are open at once than the configuration allows', async () => {
  const there = { 'rustward/migrate/a': 'open', 'rustward/migrate/b': 'open' } as const;
  expect((await chosen({ there, maxFunctions: 9 })).tried).toEqual(['migrate/c']);
  const full = await chosen({ there, maxOpen: 2 });
  expect([full.tried, full.notices]).toEqual([[], [expect.stringContaining('max_open')]]);
});

test('functions that are to be skipped are none of the next ones', async () => {
  expect((await chosen({ skipped: of('a', 'a.c:b', 'b.c:c') })).tried).toEqual(['migrate/c']);
});

test('a function that is named is tried again, and out of turn', async () => {
  const there = { 'rustward/migrate/a': 'closed', 'rustward/migrate/b': 'open' } as const;
  const functions = of('a', 'b', 'done', 'top', 'b.c:init', 'a');
  expect(await chosen({ there, functions, maxOpen: 1 })).toEqual({
    tried: ['migrate/a', expect.stringMatching(/^migrate\/init-/)],
    settled: [
      ['b', 'open'],
      ['done', 'done before'],
      ['top', 'not tried'],
    ],
    notices: [],
  });
});

test.each([
  ['ab', /which is no function of the project/],
  ['initt', /did you mean init\?/],
  ['init', /of which there are more: say b\.c:init or a\.c:init/],
])('the name %s is refused', async (name, message) => {
  const refused = chosen({ functions: of(name) });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(message);
});

test('the layout of the crate comes before all functions', async () => {
  const project = { ...PROJECT, isLaidOut: false };
  expect((await chosen({ project })).tried).toEqual(['migrate-setup']);
  const { tried, settled } = await chosen({ project, functions: of('a') });
  expect([tried, settled]).toEqual([['migrate-setup'], [['a', 'not tried']]]);
  const there = { 'rustward/migrate-setup': 'open' } as const;
  expect((await chosen({ project, there })).settled).toEqual([[undefined, 'open']]);
  expect((await chosen({ project: survey() })).tried).toEqual([]);
});
