import { expect, test } from '@jest/globals';
import { finding, numbered, openedPull, plan } from '../../support/published-pull.ts';

const [BEFORE, AFTER] = ['11111111', '22222222'];

function copy(key: string, line: number, title = 'Copy without a check') {
  const place = { start_line: line, end_line: line };
  return finding(key, { ...place, body: `**${title}** · high\n\nNamed ${key}.` });
}

/** `a.c` with a line more above, and another line 4. */
const MOVED = { 'a.c': `first\n${numbered('a', 3)}changed\n${numbered('a', 56, 5)}` };

test('a finding with a new name, by an edit close by, goes on in its thread', async () => {
  const { push, publish, comments, threads } = await openedPull();
  await publish(plan([copy(BEFORE, 3)]));
  await push(MOVED);
  const moved = plan([copy(AFTER, 4)]);
  expect(await publish(moved)).toMatchObject({ posted: [], known: [AFTER], resolved: [] });
  const [comment, ...others] = await comments();
  expect(others).toEqual([]);
  expect(comment?.body).toContain(`Named ${AFTER}.`);
  expect(comment?.body).not.toContain(BEFORE);
  expect((await threads())[0]).toMatchObject({ isResolved: false });
  // And from then on it is that one's.
  expect(await publish(moved)).toMatchObject({ posted: [], known: [AFTER] });
});

test('a finding that is open again since its code has changed gets a comment of its own', async () => {
  const { push, publish, comments } = await openedPull();
  await publish(plan([copy(BEFORE, 3)]));
  await push(MOVED);
  const settled = { settled: new Set([BEFORE]) };
  expect(await publish(plan([copy(AFTER, 4)]), settled)).toMatchObject({ posted: [AFTER] });
  expect((await comments()).map(({ body }) => body)).toMatchObject([
    expect.stringContaining(`Named ${BEFORE}.`),
    expect.stringContaining(`Named ${AFTER}.`),
  ]);
});

test('not one with other words, on another line, or beside the finding itself', async () => {
  const { push, publish, comments } = await openedPull();
  await publish(plan([copy(BEFORE, 3)]));
  await push(MOVED);
  for (const other of [
    plan([copy(AFTER, 4, 'Freed twice')]),
    plan([copy('33333333', 5)]),
    plan([copy(BEFORE, 4), copy('44444444', 4)]),
  ]) {
    expect(await publish(other)).toMatchObject({ posted: [other.findings.at(-1)?.key] });
  }
  expect(await comments()).toHaveLength(4);
});
