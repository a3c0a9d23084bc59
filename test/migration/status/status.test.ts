import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { UnsafeReached } from '../../../src/equivalence/evidence/unsafe-reached.ts';
import { gateSettingsSchema } from '../../../src/migration/gates/gate-settings.ts';
import type { MigrationState } from '../../../src/migration/status/migration-state.ts';
import { pageGraph } from '../../../src/migration/status/page/graph.ts';
import { statusHtml } from '../../../src/migration/status/page/status-html.ts';
import { phaseThresholds } from '../../../src/migration/status/phase-gates.ts';
import { statusJson } from '../../../src/migration/status/status-json.ts';
import { statusText } from '../../../src/migration/status/status-text.ts';
import { totalsOf } from '../../../src/migration/status/totals.ts';
import { goldenFile } from '../../support/golden-file.ts';
import { exampleState } from './example-state.ts';

const drawn = readFileSync(
  new URL('../../fixtures/migration-status/graph.svg', import.meta.url),
  'utf8',
);
const golden = (name: string, printed: string) => goldenFile(`migration-status/${name}`, printed);

test('a migration half done, for the terminal', () => {
  const text = statusText(exampleState());
  expect(text).toBe(golden('status.txt', text));
});

test('a migration half done, for programs', () => {
  const text = statusJson(exampleState());
  expect(text).toBe(golden('status.json', text));
});

test('a migration half done, as a page', () => {
  const state = exampleState();
  const page = statusHtml(state, '0.1.0', pageGraph(drawn, state.functions));
  expect(page).toBe(golden('status.html', page));
});

test('the page needs no network, and names of the project stay text', () => {
  const state = exampleState();
  const page = statusHtml(state, '0.1.0', pageGraph(drawn, state.functions));
  expect(page.match(/(?:src|href)="(?!#)[^"]*"/g)).toBeNull();
  expect(page.match(/\sstyle="/g)).toBeNull();
  expect(page.match(/<style>/g)).toHaveLength(2);
  expect(page).not.toContain('print_<table>');
});

test('every function of the graph is coloured by its state and leads to its entry', () => {
  const state = exampleState();
  const page = statusHtml(state, '0.1.0', pageGraph(drawn, state.functions));
  for (const [index, one] of state.functions.entries()) {
    expect(page).toContain(`id="function-${index}" data-state="${one.state}"`);
    expect(page).toContain(`<g class="node ${one.state}"><g><a href="#function-${index}"`);
  }
});

test('nothing yet is shown as nothing yet', () => {
  const nothing: MigrationState = {
    ...exampleState(),
    ...{ functions: [], efforts: [], gates: [], tests: 0, phases: [] },
    unsafe: { blocks: 0, functions: 0, impls: 0, lines: 0, allLines: 0 },
  };
  expect(statusText(nothing)).toContain('0 functions: 0 migrated');
  const gates = exampleState().gates.filter(({ outcome }) => outcome === 'not applicable');
  for (const state of [nothing, { ...nothing, gates }]) {
    expect(statusText(state)).toMatch(
      /\nGates:\n {2}no gate on the crate has been measured yet\n$/,
    );
  }
  expect(statusHtml(nothing, '0.1.0')).toContain('No functions to migrate');
});

test('a step of two functions is paid for once', () => {
  const { functions, efforts } = exampleState();
  const once = efforts.reduce((sum, { modelCalls }) => sum + modelCalls, 0);
  const twice = functions.reduce((sum, { effort }) => sum + (effort?.modelCalls ?? 0), 0);
  expect(totalsOf({ functions, efforts }).modelCalls).toBe(once);
  expect(twice).toBeGreaterThan(once);
});

test.each([
  [{ min_equivalence_percent: 84 }, 'Compared with the C'],
  [{ min_c_coverage_percent: 85 }, 'Lines of C reached'],
  [{ max_blocked_percent: 9 }, 'Blocked functions'],
  [{ max_unsafe_percent: 1 }, 'Unsafe lines'],
])('the threshold %p is not met', (settings, name) => {
  const { functions, efforts, unsafe } = exampleState();
  const gates = phaseThresholds(
    totalsOf({ functions, efforts }),
    unsafe,
    gateSettingsSchema.parse(settings),
  );
  expect(gates.filter(({ isMet }) => !isMet).map((gate) => gate.name)).toEqual([name]);
});

describe('unsafe code that comparisons reach', () => {
  const slot = 'fn slot in src/table.rs';
  const judged = (reached: UnsafeReached | undefined, settings = {}) => {
    const { functions, efforts, unsafe } = exampleState();
    const changed = functions.map((one) =>
      one.name === 'table_find' && one.evidence?.kind === 'equal'
        ? { ...one, evidence: { ...one.evidence, unsafe_reached: reached } }
        : one,
    );
    const gates = gateSettingsSchema.parse(settings);
    const found = phaseThresholds(totalsOf({ functions: changed, efforts }), unsafe, gates);
    const row = statusText({ ...exampleState(), functions: changed }).match(/^table_find.*/m)?.[0];
    const { isMet, is } = found.find(({ name }) => name === 'Unsafe code checked') ?? {};
    return { isMet, is, row };
  };

  test('that no tool has looked at is said beside what is equal, and holds the next phase up', () => {
    const unchecked = { places: [slot], checks: [], because: 'no tool is there' };
    expect(judged(unchecked)).toEqual({
      isMet: false,
      is: 'not checked for 1 of 1 function with any',
      row: expect.stringContaining('10,000 cases equal, unsafe not checked'),
    });
    expect(judged(unchecked, { max_unchecked_unsafe: 1 }).isMet).toBe(true);
  });

  test('is met where there is none, and open where an earlier version compared it', () => {
    expect(judged({ places: [], checks: [] })).toMatchObject({
      ...{ isMet: true, is: 'reached by no function' },
    });
    expect(judged(undefined)).toMatchObject({
      isMet: undefined,
      is: 'not known for 1 function, which an earlier version has compared',
    });
  });
});
