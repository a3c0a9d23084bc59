import { readdirSync, readFileSync } from 'node:fs';
import { peakMemory } from './process-memory.ts';
import { MAX_BYTES, MAX_MILLISECONDS } from './promise.ts';

const LOOK_MILLISECONDS = 200;

/** How long somebody has waited for a process, but for what it waited for a processor itself. */
export interface Patience {
  /** In milliseconds. */
  spent(): number;
  /** Ends the waiting. */
  end(): void;
}

/**
 * Waits for a process. On a machine with much else to do it is not to blame for the time that passes:
 * what one of its threads waits for a processor does not count, where the system tells of it.
 * @param onEnd hears why the waiting has an end: it has taken longer than it may, or much more memory
 */
export function waitFor(pid: number | undefined, onEnd: (why: string) => void): Patience {
  let [waited, last] = [0, performance.now()];
  let delays = delaysOf(pid);
  const look = () => {
    const now = performance.now();
    const delayed = delaysOf(pid);
    const most = Math.max(0, ...[...delayed].map(([id, ns]) => ns - (delays.get(id) ?? ns)));
    waited += Math.max(0, now - last - most / 1e6);
    [last, delays] = [now, delayed];
    const isFull = peakMemory(pid) > 2 * MAX_BYTES;
    if (waited <= MAX_MILLISECONDS && !isFull) return;
    clearInterval(timer);
    onEnd(isFull ? 'it would have filled the memory' : 'a minute was not enough');
  };
  const timer = setInterval(look, LOOK_MILLISECONDS);
  return {
    spent: () => Math.round(waited + performance.now() - last),
    end: () => clearInterval(timer),
  };
}

/** By thread: how long it was ready to run and did not, in nanoseconds. */
function delaysOf(pid: number | undefined): ReadonlyMap<string, number> {
  const folder = `/proc/${pid}/task`;
  const delays = new Map<string, number>();
  try {
    for (const id of readdirSync(folder)) {
      delays.set(id, Number(readFileSync(`${folder}/${id}/schedstat`, 'utf8').split(' ')[1]));
    }
  } catch {
    // It has just ended, or this system does not tell.
  }
  return delays;
}
