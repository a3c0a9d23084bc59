import { describe, expect, test } from '@jest/globals';
import { type Admission, RateLimit } from '../../../src/model/calls/rate-limit.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';

const NEVER = new AbortController().signal;

/** A limit, and the order in which its callers were let through. */
function start(limits: ConstructorParameters<typeof RateLimit>[0]) {
  const clock = fakeClock({ jump: false });
  const limit = new RateLimit(limits, clock);
  const admitted: string[] = [];
  const call = async (name: string, tokens = 1, signal = NEVER): Promise<Admission> => {
    const admission = await limit.admit(tokens, signal);
    admitted.push(name);
    return admission;
  };
  /** Lets everything happen that needs no time. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, admitted, call, settle };
}

describe('RateLimit', () => {
  test('lets as many requests through as a minute may have', async () => {
    const { clock, admitted, call, settle } = start({ requestsPerMinute: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) void call(name);
    await settle();
    expect(admitted).toEqual(['a', 'b']);
    await clock.advance(59_999);
    await settle();
    expect(admitted).toEqual(['a', 'b']);
    await clock.advance(1);
    await settle();
    expect(admitted).toEqual(['a', 'b', 'c', 'd']);
  });

  test('counts tokens, and corrects what was reserved', async () => {
    const { admitted, call, settle } = start({ tokensPerMinute: 100 });
    const first = await call('a', 60);
    void call('b', 60);
    await settle();
    expect(admitted).toEqual(['a']);
    first.end(30);
    await settle();
    expect(admitted).toEqual(['a', 'b']);
  });

  test('a call above the limit itself goes when it is alone', async () => {
    const { clock, admitted, call, settle } = start({ tokensPerMinute: 100 });
    await call('a', 60);
    void call('huge', 1000);
    await clock.advance(60_000);
    await settle();
    expect(admitted).toEqual(['a', 'huge']);
  });

  test('lets no more through at a time than it may, in order', async () => {
    const { admitted, call, settle } = start({ concurrent: 1 });
    const first = await call('a');
    void call('b');
    void call('c');
    await settle();
    expect(admitted).toEqual(['a']);
    first.end();
    await settle();
    expect(admitted).toEqual(['a', 'b']);
  });

  test('who gives up leaves the place to the next', async () => {
    const { clock, admitted, call, settle } = start({ requestsPerMinute: 1 });
    await call('a');
    const stop = new AbortController();
    const b = expect(call('b', 1, stop.signal)).rejects.toThrow('enough');
    const c = expect(call('c', 1, stop.signal)).rejects.toThrow('enough');
    void call('d');
    stop.abort(new Error('enough'));
    await Promise.all([b, c]);
    await settle();
    expect(admitted).toEqual(['a']);
    await clock.advance(60_000);
    await settle();
    expect(admitted).toEqual(['a', 'd']);
    expect(clock.sleeping()).toBe(0);
  });
});
