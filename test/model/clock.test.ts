import { describe, expect, test } from '@jest/globals';
import { abortable } from '../../src/model/abortable.ts';
import { withDeadline } from '../../src/model/calls/deadline.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';
import { fakeClock } from '../fakes/fake-clock.ts';

const NEVER = new AbortController().signal;

describe('the clock of the system', () => {
  test('sleeps, and calls back once', async () => {
    const called: string[] = [];
    SYSTEM_CLOCK.after(1, () => called.push('yes'));
    SYSTEM_CLOCK.after(1, () => called.push('no'))();
    await SYSTEM_CLOCK.sleep(20, NEVER);
    expect(called).toEqual(['yes']);
  });

  test('wakes at once when aborted', async () => {
    const stop = new AbortController();
    const asleep = expect(SYSTEM_CLOCK.sleep(3_600_000, stop.signal)).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await asleep;
    await expect(SYSTEM_CLOCK.sleep(1, stop.signal)).rejects.toThrow('enough');
  });

  test('a wait of a month does not end at once', async () => {
    const stop = new AbortController();
    const asleep = SYSTEM_CLOCK.sleep(2 ** 32, stop.signal).then(
      () => 'woke',
      () => 'aborted',
    );
    await SYSTEM_CLOCK.sleep(5, NEVER);
    stop.abort();
    expect(await asleep).toBe('aborted');
  });
});

describe('withDeadline', () => {
  const late = () => new Error('too late');
  const hang = (signal: AbortSignal) => abortable(new Promise(() => undefined), signal);

  test('ends what takes too long, or what was aborted', async () => {
    const clock = fakeClock();
    const slow = expect(withDeadline(clock, 50, undefined, late, hang)).rejects.toThrow('too late');
    await clock.advance(50);
    await slow;
    const stop = new AbortController();
    const unwanted = withDeadline(clock, 50, stop.signal, late, hang);
    stop.abort(new Error('enough'));
    await expect(unwanted).rejects.toThrow('enough');
    await expect(withDeadline(clock, 50, stop.signal, late, hang)).rejects.toThrow('enough');
  });

  test('leaves no timer behind', async () => {
    const clock = fakeClock();
    let fired = false;
    const result = await withDeadline(
      clock,
      50,
      undefined,
      () => {
        fired = true;
        return late();
      },
      () => Promise.resolve('done'),
    );
    await clock.advance(100);
    expect([result, fired]).toEqual(['done', false]);
  });
});
