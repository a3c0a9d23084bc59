import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Deadline, isOfDeadline } from '../../../src/workspace/process/deadline.ts';

test('it is over after its seconds, also for a thread that was busy', async () => {
  const late = new Deadline(0.2);
  expect(late.isOver).toBe(false);
  expect(() => late.check()).not.toThrow();
  const end = performance.now() + 300;
  while (performance.now() < end);
  expect(() => late.check()).toThrow('it was not done within the 0.2 seconds of --timeout');
  await setTimeout(10);
  expect(late.signal.aborted).toBe(true);
});

test('half of what is left ends earlier, and says the same', () => {
  const whole = new Deadline(100);
  const half = whole.half();
  expect(half.millisecondsLeft).toBeLessThanOrEqual(50_000);
  expect(half.millisecondsLeft).toBeGreaterThan(40_000);
  expect(half.reason).toBe(whole.reason);
  expect(isOfDeadline(half.reason)).toBe(true);
  expect(isOfDeadline('ran out of memory')).toBe(false);
});

test('more seconds than a timer takes are as good as none', () => {
  expect(new Deadline(1e12).isOver).toBe(false);
  expect(new Deadline(1).reason).toContain('the 1 second of');
});
