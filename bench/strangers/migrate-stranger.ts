import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrateProject } from '../../src/entry/migrate/migrate-project.ts';
import { loadInterfaceWork } from '../../src/migration/state/interface-work.ts';
import { loadProgress } from '../../src/migration/state/progress.ts';
import { repairLimits } from '../../src/migration/transpile/run-step.ts';
import type { ProcessEnvironment } from '../../src/workspace/process/process-environment.ts';
import { examineCrate } from '../migrate/examine-crate.ts';
import type { StrangeProject } from './projects.ts';
import { type StrangerResult, standingsOf } from './result.ts';
import { setUpProject } from './set-up.ts';

export interface StrangerSetting {
  /** A models file, as `rustward migrate run --models` takes it. */
  readonly models: string;
  readonly isGiven: boolean;
  /** Where copies are made and kept, so that a run that was ended goes on. */
  readonly folder: string;
  /** Where the answers of each project are recorded, in a folder of its own. */
  readonly record: string | undefined;
  readonly env: ProcessEnvironment;
  readonly note: (line: string) => void;
}

const CRATE = 'rust';

/** Migrates a project as `rustward migrate run` does for who has configured nothing but models. */
export async function migrateStranger(
  project: StrangeProject,
  { models, isGiven, folder, record, env, note }: StrangerSetting,
): Promise<StrangerResult> {
  const start = performance.now();
  const path = await setUpProject(project, folder, isGiven);
  const recording = record === undefined ? undefined : resolve(record, project.name);
  const { outcomes, stopped, notRun } = await migrateProject(
    {
      ...{ path, crate: CRATE, only: [], maxFunctions: Number.MAX_SAFE_INTEGER, maxRestarts: 2 },
      ...{ repairs: repairLimits(undefined), until: 'transpile', reset: false, dryRun: false },
      models: { models: resolve(models) },
    },
    {
      env: { ...env, ...(recording === undefined ? {} : { RUSTWARD_RECORD: recording }) },
      signal: new AbortController().signal,
      onProgress: (line) => note(`${project.name}: ${line}`),
      onWarning: (line) => note(`${project.name}: warning: ${line}`),
    },
  );
  const progress = loadProgress(path);
  const { written, left, metrics: beside } = loadInterfaceWork(path);
  const steps = [...(progress?.converted ?? []), ...(progress?.blocked ?? [])];
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const end = stopped ?? notRun;
  // Its tests name what the interface names.
  const tests =
    isGiven && project.tests !== undefined ? join(project.folder, project.tests) : undefined;
  const crate = join(path, CRATE);
  return {
    ...{ name: project.name, isGiven, functions: standingsOf(outcomes, isGiven) },
    ...(end === undefined ? {} : { stopped: end }),
    ...(written.length + left.length > 0
      ? { besideC: { written: written.length, left: left.length } }
      : {}),
    calls: beside.calls + sum(steps.map(({ metrics }) => metrics.calls)),
    tokens:
      beside.input_tokens +
      beside.output_tokens +
      sum(steps.map(({ metrics }) => metrics.input_tokens + metrics.output_tokens)),
    callsOfEach: steps.flatMap(({ functions, metrics }) =>
      functions.map(() => metrics.calls / functions.length),
    ),
    seconds: (performance.now() - start) / 1000,
    ...(existsSync(join(crate, 'Cargo.toml')) ? { crate: await examineCrate(crate, tests) } : {}),
  };
}
