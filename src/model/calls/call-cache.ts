import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { messageOf } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { errorCode } from '../../workspace/files/error-code.ts';
import { makeFolders } from '../../workspace/files/make-folders.ts';
import { evictStale, touchEntry } from '../../workspace/state/cache-eviction.ts';
import type { ModelSettings } from '../configuration/settings.ts';
import type { ModelRequest } from '../model.ts';
import { callKey } from './call-key.ts';
import type { CountedCompletion } from './call-once.ts';

/**
 * Remembers what was paid for: a call that is made again, by a retry or by a run that resumes,
 * gets the answer that it got before.
 */
export interface CallCache {
  get(
    settings: ModelSettings,
    request: ModelRequest,
    maxOutput: number,
  ): CountedCompletion | undefined;
  put(
    settings: ModelSettings,
    request: ModelRequest,
    maxOutput: number,
    completion: CountedCompletion,
  ): void;
  /** Throws away one answer. */
  remove(settings: ModelSettings, request: ModelRequest, maxOutput: number): void;
  /** Throws away what no run has asked for in a long time. */
  evict(): void;
}

export const NO_CACHE: CallCache = {
  get: () => undefined,
  put: () => undefined,
  remove: () => undefined,
  evict: () => undefined,
};

const count = z.number().int().nonnegative();

const completionSchema = z.object({
  content: z.string(),
  toolCalls: z.array(
    z.object({ id: z.string().optional(), name: z.string(), arguments: z.string() }),
  ),
  finish: z.enum(['stop', 'tool_calls', 'length', 'content_filter']),
  usage: z.object({ input: count, cached: count, output: count, estimated: z.boolean() }),
});

/**
 * A cache in a folder: one file a call, named by the hash of everything that the answer depends
 * on. Files are replaced whole; one that is damaged counts as missing. The folder may be deleted
 * at any time.
 * @param onProblem hears, once, when the folder cannot be written: the answer itself is not lost
 * @param now the time in milliseconds, by which old entries are thrown away
 */
export function folderCache(
  folder: string,
  onProblem: (line: string) => void,
  now: number,
): CallCache {
  let broken = false;
  const fileOf = (settings: ModelSettings, request: ModelRequest, maxOutput: number) => {
    const key = callKey(settings, request, maxOutput);
    return join(folder, key.slice(0, 2), `${key}.json`);
  };
  return {
    get(settings, request, maxOutput) {
      try {
        const file = fileOf(settings, request, maxOutput);
        const completion = completionSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
        touchEntry(file, now);
        return completion;
      } catch (thrown) {
        if (thrown instanceof SyntaxError || thrown instanceof z.ZodError) return undefined;
        if (errorCode(thrown) !== undefined) return undefined;
        throw thrown;
      }
    },
    put(settings, request, maxOutput, completion) {
      if (broken) return;
      const file = fileOf(settings, request, maxOutput);
      try {
        makeFolders(dirname(file), 0o700);
        writeFileAtomically(file, `${JSON.stringify(completion)}\n`);
      } catch (thrown) {
        broken = true;
        onProblem(`answers are not kept for a second run: ${messageOf(thrown)}`);
      }
    },
    remove(settings, request, maxOutput) {
      try {
        rmSync(fileOf(settings, request, maxOutput), { force: true });
      } catch (thrown) {
        // A folder that cannot be written keeps what it has.
        if (errorCode(thrown) === undefined) throw thrown;
      }
    },
    evict: () => evictStale(folder, now),
  };
}
