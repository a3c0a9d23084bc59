import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure, Kind, Request, Result } from '../failure.ts';
import { measuredRun } from '../measured-run.ts';
import { brokenBy, type Said } from '../promise.ts';
import { type Entry, writeTree } from '../tree.ts';
import { CommandRuns } from './command-runs.ts';

/** A folder, and what the command line is to do with it. */
export interface CommandInput {
  readonly idea: string;
  readonly entries: readonly Entry[];
  /** @param folder where the entries are */
  readonly args: (folder: string) => readonly string[];
  /** What of the report is not as it should be, where there is one. */
  readonly wrongIn?: (stdout: string) => string | undefined;
}

/** Runs the command line on inputs, one after the other. */
export async function tryInputs(
  kind: Kind,
  { seed, indices, home, onFailure }: Request,
  inputOf: (seed: number, index: number) => CommandInput,
): Promise<Result> {
  const runs = new CommandRuns(home);
  const failures: Failure[] = [];
  let [peak, slowest] = [0, 0];
  const wrong = (input: CommandInput, said: Said): string[] => {
    const problems = brokenBy(said, [0, 1, 2, 3]);
    const silence = said.status === 2 ? undefined : input.wrongIn?.(said.stdout);
    if (problems.length === 0 && silence !== undefined) problems.push(silence);
    return problems;
  };
  try {
    for (const index of indices) {
      const input = inputOf(seed, index);
      const folder = join(home, `${kind}-${index}`);
      writeTree(folder, input.entries);
      const args = input.args(folder);
      const said = await runs.run(args, folder);
      peak = Math.max(peak, said.peak);
      slowest = Math.max(slowest, said.milliseconds);
      const problems = wrong(input, said);
      if (problems.length === 0) {
        rmSync(folder, { recursive: true });
        continue;
      }
      // What many runs in one process have come to together may not be its fault.
      const alone = wrong(input, await measuredRun(args, home));
      const failure: Failure = {
        ...{ kind, indices: [index], idea: input.idea, folder },
        problems: alone.length > 0 ? alone : problems.map((what) => `${what} (not when alone)`),
        command: `rustward ${args.join(' ')}`,
      };
      failures.push(failure);
      onFailure(failure);
    }
  } finally {
    runs.close();
  }
  return { tried: indices.length, failures, peak, slowest };
}
