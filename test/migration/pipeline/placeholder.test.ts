import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withClang } from '../../support/clang.ts';
import { RUST } from '../../support/tally-answers.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

const WAITS = 'let high = if low == 12345 { todo!("digit") } else { high };';
const CALLS = "let high = if low == 12345 { digit(b'7').unwrap_or(high) } else { high };";

/** The Rust of `clamp` with a case that takes `digit`. */
function clampWith(first: string): string {
  return (RUST['clamp'] ?? '').replace('-> i32 {\n', `-> i32 {\n    ${first}\n`);
}

/** The same without its tests, as a later step edits it. */
function onlyCode(answer: string): string {
  return answer.slice(answer.indexOf('<CODE'));
}

withClang('what an earlier step has left as todo!("digit")', () => {
  test('is replaced by the step that writes digit, which is not done before', async () => {
    const project = tallyProject();
    let written = 0;
    const { states, asked } = await migrateTally(
      project,
      ({ role, step }) => {
        if (role !== 'translator' && role !== 'migration-fixer') return undefined;
        if (step === 'clamp') return clampWith(WAITS);
        if (step !== 'digit') return undefined;
        written += 1;
        const digit = RUST['digit'] ?? '';
        return written === 1 ? digit : `${digit}\n${onlyCode(clampWith(CALLS))}`;
      },
      { only: ['clamp', 'digit'] },
      { compareWithC: async () => EQUAL },
    );
    expect(states).toEqual(expect.arrayContaining(['clamp migrated', 'digit migrated']));
    const waiting = asked.filter(({ text }) =>
      text.includes('waits for it: put the call in place of the todo!'),
    );
    expect(waiting.map(({ role, step }) => `${role} ${step}`)).toEqual(['migration-fixer digit']);
    const rust = readFileSync(join(project, 'rust/src/number.rs'), 'utf8');
    expect(rust).toContain("digit(b'7').unwrap_or(high)");
    expect(rust).not.toContain('todo!');
  });
});
