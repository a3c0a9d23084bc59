import { expect, test } from '@jest/globals';
import {
  migrationPlanSchema,
  PLAN_CAPS,
} from '../../../../src/github/isolated-worker/migration-plan.ts';
import { planRefusal } from '../../../../src/github/migrate/pulls/refused-file.ts';
import { programText } from '../../../../src/migration/crate/program-text.ts';
import { readyPlan } from '../../../fakes/migration-plans.ts';

const WHERE = { project: '.', crate: 'rust' };

function refusal(path: string, content = 'x', where = WHERE): string | undefined {
  const text = JSON.stringify(readyPlan('leaf', [{ path, content }]));
  const plan = migrationPlanSchema.parse(JSON.parse(text.replaceAll('HEAD', '0'.repeat(40))));
  return plan.kind === 'ready' ? planRefusal(plan, where) : 'it is no plan for a function';
}

test('the crate and the records of functions may change', () => {
  for (const path of [
    ...['rust/src/a.rs', 'rust/src/deep/er/b.rs', 'rust/tests/t.rs', 'rust/Cargo.toml'],
    ...['rust/Cargo.lock', '.rustward/c2rust/symbol_map/src/a.c/f.json'],
    ...['.rustward/c2rust/types/src/a.c/f.json'],
  ])
    expect([path, refusal(path)]).toEqual([path, undefined]);
});

test('nothing else may', () => {
  for (const path of [
    ...['.github/workflows/x.yml', 'a.c', 'Makefile', 'rust/build.rs', 'rust/.cargo/config.toml'],
    ...['.rustward/c2rust/config.json', '.rustward/c2rust/symbols.jsonl', '.rustward/other.json'],
    ...['rust/src/.git/x.rs', 'RUST/src/x.rs', 'rust/src/a.sh', 'rust/src/a', 'rustx/src/a.rs'],
    ...['rust/benches/b.rs', 'rust/src/git~1/x.rs', '.gitattributes', '.gitmodules'],
    ...['.rustward/c2rust/symbol_map/.git/hooks.json'],
  ])
    expect([path, refusal(path)]).toEqual([path, expect.stringMatching(/would change/)]);
});

test('a function brings no program but one that only calls the library', () => {
  const program = programText({
    ...{ cFile: 'src/main.c', library: 'tool', rust: 'cli::run', takes: 'os strings', owns: false },
  });
  for (const path of ['rust/src/main.rs', 'rust/src/bin/tool.rs']) {
    expect(refusal(path, program)).toBeUndefined();
    for (const text of [
      'fn main() {}\n',
      program.replace('std::process::exit', 'std::fs::remove_file("x"); std::process::exit'),
      program.replace('cli::run', 'cli::other'),
      `${program}\nfn other() {}\n`,
      program.replace('use std', '#![allow(unused)]\nuse std'),
    ]) {
      expect([text, refusal(path, text)]).toEqual([text, expect.stringMatching(/would change/)]);
    }
  }
  const removed = readyPlan('leaf', [{ path: 'rust/src/main.rs', content: 'x' }]);
  const text = JSON.stringify(removed).replace('"x"', 'null').replaceAll('HEAD', '0'.repeat(40));
  const plan = migrationPlanSchema.parse(JSON.parse(text));
  if (plan.kind !== 'ready') throw new Error('no plan');
  expect(planRefusal(plan, WHERE)).toMatch(/would change/);
});

test('the layout brings what later tasks go by, and headers that the build makes', () => {
  const setUp = (path: string) => {
    const base = '0'.repeat(40);
    const files = [{ path, content: 'x' }];
    return planRefusal({ kind: 'set-up', base, crate: 'rust', functions: 1, files }, WHERE);
  };
  const records = '.rustward/c2rust';
  for (const path of [
    ...['rust/src/a.rs', `${records}/config.json`, `${records}/types.json`],
    ...[`${records}/compilation.json`, `${records}/symbols.jsonl`, `${records}/.gitignore`],
    ...[`${records}/generated/config.h`, `${records}/generated/src/lib-a/x_1.inc`],
  ])
    expect([path, setUp(path)]).toEqual([path, undefined]);
  for (const path of [
    ...[`${records}/generated/Makefile`, `${records}/generated/.git/a.h`, 'config.h'],
    ...[`${records}/generated/a/../../b.h`, `${records}/symbol_map/a.c/f.json`],
  ])
    expect([path, setUp(path)]).toEqual([path, expect.stringMatching(/would change/)]);
});

test('what is too large, no text, or there twice is refused', () => {
  expect(refusal('rust/src/a.rs', 'ä'.repeat(PLAN_CAPS.fileBytes / 2 + 1))).toMatch(/more than/);
  expect(refusal('rust/src/a.rs', 'a\0b')).toMatch(/is no text/);
  expect(refusal('rust/src/LEAF.rs')).toMatch(/twice/);
});

test('a plan is for the crate that is configured', () => {
  expect(refusal('rust/src/a.rs', 'x', { project: 'libs/a', crate: 'rust' })).toMatch(/folder/);
  expect(refusal('rust/src/a.rs', 'x', { project: '.', crate: 'other' })).toMatch(/folder/);
});
