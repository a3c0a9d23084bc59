import { describe, expect, test } from '@jest/globals';
import { gateVerdictOf, type LoggedCheck } from '../../../../src/github/migrate/gate/verdict.ts';

const OPTIONS = { crate: 'demo', needsTests: true, advice: 'Add a workflow.' };
const GREEN = [
  '   Compiling demo v0.1.0 (/w/rust)',
  '    Finished `dev` profile [unoptimized] target(s) in 0.31s',
  'test result: ok. 2 passed; 0 failed; 0 ignored',
].join('\n');

function check(changes: Partial<LoggedCheck> = {}): LoggedCheck {
  const none = { job: 7, said: '', url: undefined };
  return { name: 'cargo', state: 'passed', log: GREEN, ...none, ...changes };
}

test('a job that built the crate and ran its tests passes', () => {
  expect(gateVerdictOf([check(), check({ name: 'lint', log: '' })], OPTIONS)).toMatchObject({
    ...{ kind: 'passed', title: 'Built, and 2 tests passed' },
    summary: 'Green on this commit:\n\n- cargo\n- lint',
  });
});

describe('green is not enough', () => {
  test.each([
    ['nothing has run', [], 'no job has had cargo work on the crate `demo`'],
    ['another crate', [check({ log: GREEN.replace('demo', 'other') })], 'work on the crate `demo`'],
    ['no build', [check({ log: GREEN.replace(/.*Finished.*\n/, '') })], 'has run `cargo build`'],
    ['no test', [check({ log: GREEN.replace('2 passed', '0 passed') })], 'says nothing'],
    ['no log', [check({ log: undefined })], 'permission `actions: read`'],
    ['a check that was skipped', [check({ state: 'skipped' })], 'work on the crate `demo`'],
  ])('%s', (_what, checks, why) => {
    const verdict = gateVerdictOf(checks, OPTIONS);
    expect(verdict.kind).toBe('waiting');
    expect(verdict.summary).toContain(why);
    expect(verdict.summary).toContain('Add a workflow.');
  });
});

test('the layout of a crate has no tests yet', () => {
  const log = GREEN.replace('2 passed', '0 passed');
  expect(gateVerdictOf([check({ log })], { ...OPTIONS, needsTests: false }).kind).toBe('passed');
});

test('what is under way, or was cancelled, is waited for', () => {
  const pending = check({ name: 'deploy', state: 'pending', job: undefined, log: undefined });
  expect(gateVerdictOf([check(), pending], OPTIONS)).toMatchObject({
    ...{ kind: 'waiting', title: 'Waiting for 1 check' },
    summary: expect.stringContaining('- deploy'),
  });
  expect(gateVerdictOf([check(), check({ state: 'cancelled' })], OPTIONS)).toMatchObject({
    ...{ kind: 'waiting', title: 'A check was cancelled' },
  });
});

test('one failure is enough, whatever else is under way; its log is for an agent', () => {
  const log = '##[group]Run cargo test\ntest result: FAILED. 0 passed; 1 failed;\n##[error]Process';
  const failed = check({ name: 'cargo <b>', state: 'failed', log });
  const verdict = gateVerdictOf([check(), check({ state: 'pending' }), failed], OPTIONS);
  expect(verdict).toMatchObject({ kind: 'failed', title: '1 check failed' });
  expect(verdict.summary).toContain('cargo \\<b\\>');
  expect(verdict.kind === 'failed' && verdict.log).toContain('test result: FAILED');
});

test('what failed without a word of cargo is for a person', () => {
  const failed = check({ state: 'failed', log: 'the machine is gone', name: 'docs' });
  expect(gateVerdictOf([check(), failed], OPTIONS)).toMatchObject({
    kind: 'failed',
    log: undefined,
  });
  const other = check({ state: 'failed', log: undefined, job: undefined, name: 'deploy' });
  expect(gateVerdictOf([check(), other], OPTIONS)).toMatchObject({
    kind: 'failed',
    log: undefined,
  });
});
