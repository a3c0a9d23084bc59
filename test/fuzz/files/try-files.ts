import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure, Request, Result } from '../failure.ts';
import { randomOf } from '../random.ts';
import { type Scanned, scanBatch } from './scan-batch.ts';
import { type SourceInput, sourceInput } from './source-input.ts';

/** Up to eight small files are scanned without threads: so some groups are that small. */
const GROUPS = [48, 48, 48, 6, 1] as const;

/** Scans odd sources in groups. One that fails is halved, until what is left fails by itself. */
export async function tryFiles({ seed, indices, home, onFailure }: Request): Promise<Result> {
  const failures: Failure[] = [];
  let [peak, slowest, runs] = [0, 0, 0];

  const scan = async (inputs: readonly SourceInput[]): Promise<Scanned & { folder: string }> => {
    runs += 1;
    const folder = join(home, `files-${runs}`);
    const out = join(home, 'reports');
    for (const path of [folder, out]) mkdirSync(path, { recursive: true });
    const scanned = await scanBatch(inputs, { folder, out });
    peak = Math.max(peak, scanned.said.peak);
    slowest = Math.max(slowest, scanned.said.milliseconds);
    return { ...scanned, folder };
  };

  /** @returns whether a failure was found */
  const look = async (inputs: readonly SourceInput[]): Promise<boolean> => {
    const { problems, folder } = await scan(inputs);
    if (problems.length === 0) {
      rmSync(folder, { recursive: true });
      return false;
    }
    const known = [...new Set(problems.flatMap(({ input }) => input ?? []))];
    const parts = known.length > 0 ? known.map((input) => [input]) : halvesOf(inputs);
    let isFound = false;
    if (inputs.length > 1) for (const part of parts) isFound = (await look(part)) || isFound;
    if (isFound) {
      rmSync(folder, { recursive: true });
      return true;
    }
    const failure: Failure = {
      ...{ kind: 'files', folder, command: `rustward scan ${folder} --no-state --no-cache` },
      indices: inputs.map(({ index }) => index),
      idea: (known.length > 0 ? known : inputs.slice(0, 3)).map(({ idea }) => idea).join('; '),
      problems: problems.map(({ what }) => what),
    };
    failures.push(failure);
    onFailure(failure);
    return true;
  };

  for (const group of groupsOf(indices, seed)) {
    await look(group.map((index) => sourceInput(seed, index)));
  }
  return { tried: indices.length, failures, peak, slowest };
}

function groupsOf(indices: readonly number[], seed: number): number[][] {
  const groups: number[][] = [];
  for (let at = 0; at < indices.length; at += groups.at(-1)?.length ?? 0) {
    groups.push(indices.slice(at, at + randomOf(seed, 'groups', at).pick(GROUPS)));
  }
  return groups;
}

function halvesOf<Item>(list: readonly Item[]): Item[][] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)].filter(({ length }) => length > 0);
}
