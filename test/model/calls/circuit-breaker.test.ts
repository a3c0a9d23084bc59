import { describe, expect, test } from '@jest/globals';
import { CircuitBreaker } from '../../../src/model/calls/circuit-breaker.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';

/** The circuit of a model that has answered before. */
function opened() {
  const clock = fakeClock();
  const breaker = new CircuitBreaker(clock);
  breaker.succeed();
  for (let failure = 0; failure < 3; failure += 1) {
    expect(breaker.tryEnter()).toBe(true);
    breaker.fail('answered 500');
  }
  return { clock, breaker };
}

describe('CircuitBreaker', () => {
  test('opens after three failures in a row, for a minute', async () => {
    const { clock, breaker } = opened();
    expect([breaker.tryEnter(), breaker.waitingTime()]).toEqual([false, 60_000]);
    await clock.advance(59_999);
    expect(breaker.tryEnter()).toBe(false);
    await clock.advance(1);
    expect(breaker.tryEnter()).toBe(true);
  });

  test('a success in between counts the failures from zero', () => {
    const breaker = new CircuitBreaker(fakeClock());
    for (let round = 0; round < 5; round += 1) {
      breaker.fail('answered 500');
      breaker.fail('answered 500');
      breaker.succeed();
    }
    expect(breaker.tryEnter()).toBe(true);
  });

  test('lets one probe through, whose outcome decides', async () => {
    const { clock, breaker } = opened();
    await clock.advance(60_000);
    expect([breaker.tryEnter(), breaker.tryEnter()]).toEqual([true, false]);
    breaker.fail('answered 500');
    expect(breaker.waitingTime()).toBe(60_000);
    await clock.advance(60_000);
    expect(breaker.tryEnter()).toBe(true);
    breaker.succeed();
    expect([breaker.tryEnter(), breaker.tryEnter()]).toEqual([true, true]);
  });

  test('a probe that was aborted leaves its place to the next', async () => {
    const { clock, breaker } = opened();
    await clock.advance(60_000);
    breaker.tryEnter();
    breaker.release();
    expect(breaker.tryEnter()).toBe(true);
  });

  test('of a model that never answered, one probe comes soon, and no call waits for another', async () => {
    const clock = fakeClock();
    const breaker = new CircuitBreaker(clock);
    for (let failure = 0; failure < 3; failure += 1) breaker.fail('answered 500');
    expect([breaker.isWaitedFor, breaker.waitingTime()]).toEqual([true, 10_000]);
    await clock.advance(10_000);
    expect(breaker.tryEnter()).toBe(true);
    breaker.fail('answered 503');
    expect([breaker.isWaitedFor, breaker.tryEnter()]).toEqual([false, false]);
    expect(breaker.lastFailure).toBe('answered 503');
    await clock.advance(60_000);
    expect(breaker.tryEnter()).toBe(true);
    breaker.succeed();
    expect(breaker.isWaitedFor).toBe(true);
  });

  test('a model that has answered is waited for five times', async () => {
    const { clock, breaker } = opened();
    for (let probe = 0; probe < 5; probe += 1) {
      expect(breaker.isWaitedFor).toBe(true);
      await clock.advance(60_000);
      expect(breaker.tryEnter()).toBe(true);
      breaker.fail('answered 500');
    }
    expect(breaker.isWaitedFor).toBe(false);
  });
});
