import { expect, test } from '@jest/globals';
import { isTooLong, TaskClock, tooLong } from '../../../src/workspace/process/task-clock.ts';

test('a task is late before its time is over', () => {
  const clock = new TaskClock(2000, 100_000);
  expect([clock.isLate(), clock.wasLate]).toEqual([false, false]);
  while (!clock.isLate());
  expect(() => clock.check()).not.toThrow();
  expect(clock.wasLate).toBe(true);
  const { user } = process.threadCpuUsage();
  while (process.threadCpuUsage().user - user < 1_000_000);
  expect(() => clock.check()).toThrow(tooLong(2000));
});

test('a task is late before it is ended from outside, and stays so', () => {
  const clock = new TaskClock(100_000, 100_000, Date.now() + 400);
  expect(clock.isLate()).toBe(false);
  const began = Date.now();
  while (Date.now() - began < 350);
  expect([clock.isLate(), clock.wasLate]).toEqual([true, true]);
});

test('what is said of a task that took too long is known again', () => {
  expect(isTooLong(`the analysis failed: ${tooLong(1500)}`)).toBe(true);
  expect(isTooLong('took longer')).toBe(false);
});
