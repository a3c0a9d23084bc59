import { cpSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import { DEFAULT_CONFIG } from '../../src/migration/artifacts/config.ts';
import { Cargo } from '../../src/migration/crate/cargo.ts';
import { gateSettingsSchema } from '../../src/migration/gates/gate-settings.ts';
import { migrateInSteps } from '../../src/migration/pipeline/migrate.ts';
import type {
  MigrationDeps,
  MigrationOptions,
} from '../../src/migration/pipeline/migration-run.ts';
import { stepGates } from '../../src/migration/pipeline/step-gates.ts';
import type { StepOutcome } from '../../src/migration/pipeline/step-outcome.ts';
import { scanProject } from '../../src/migration/scan/scan-project.ts';
import { type MigrationStep, stepName } from '../../src/migration/steps/step.ts';
import { migrationStepsOf } from '../../src/migration/steps/steps-of-scan.ts';
import { repairLimits } from '../../src/migration/transpile/run-step.ts';
import type { Model } from '../../src/model/model.ts';
import { cargoHome } from '../../src/workspace/toolchain/crate-registry.ts';
import { rustToolchain } from '../../src/workspace/toolchain/rust-toolchain.ts';
import { modelServer } from '../fakes/model-server.ts';
import type { Reply } from '../fakes/served-reply.ts';
import { clangHere } from './clang.ts';
import { commitAll, git } from './git-repository.ts';
import { KeptBuilds, rustTools } from './kept-builds.ts';
import { servedModel } from './served-model.ts';
import { type Asked, askedOf, goodAnswer } from './tally-answers.ts';
import { temporaryFolder } from './temporary-folder.ts';

const grammars = loadGrammars();
const FIXTURE = join(import.meta.dirname, '../migration/fixtures/tally');

/** A repository with the C project `tally`. */
export function tallyProject(): string {
  const folder = realpathSync(temporaryFolder());
  cpSync(FIXTURE, folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Test');
  git(folder, 'config', 'user.email', 'test@example.org');
  commitAll(folder);
  return folder;
}

let scanned: Promise<readonly MigrationStep[]> | undefined;
/** What was built for one test serves the next one. */
let cargo: Cargo | undefined;
afterAll(() => cargo?.close());

async function scan(): Promise<readonly MigrationStep[]> {
  const { found, read } = await scannedTally();
  return migrationStepsOf(found, read);
}

/** What a scan finds in the project `tally`. */
export async function scannedTally() {
  const folder = realpathSync(temporaryFolder());
  cpSync(FIXTURE, folder, { recursive: true });
  const found = await scanProject(folder, {
    ...clangHere(),
    ...{ config: DEFAULT_CONFIG, now: new Date(0) },
  });
  return { folder, found, read: (file: string) => readFileSync(join(folder, file), 'utf8') };
}

/** Equal, on no inputs: for tests of what comes before and after. */
export const EQUAL: Evidence = {
  ...{ kind: 'equal', cases: 1, excluded: 0, seed: 1, limits: [], undefinedBehaviour: [] },
  ...{ coverage: { lines: 1, coveredLines: 1, branches: 0, coveredBranches: 0 }, milliseconds: 1 },
};

/** A model that is asked no two questions under one name: a recording could not tell them apart. */
function withoutRepeats(model: Model): Model {
  const named = new Set<string>();
  return {
    window: (tier) => model.window(tier),
    async ask(request, options) {
      const { role, subject, turn } = request.conversation;
      const name = `${role} ${subject} ${turn}`;
      if (named.has(name)) throw new Error(`two questions are called ${name}`);
      named.add(name);
      return await model.ask(request, options);
    },
  };
}

export interface TallyRun {
  readonly outcomes: readonly StepOutcome[];
  /** `step kind`, and the reason where there is one. */
  readonly states: readonly string[];
  readonly asked: readonly Asked[];
  readonly progress: readonly string[];
}

/**
 * Migrates a copy of `tally` with a model over HTTP.
 * @param answer undefined where the model makes no mistake
 * @param shown how each step is shown, where its C is to look otherwise
 */
export async function migrateTally(
  project: string,
  answer: (asked: Asked, index: number) => string | Reply | undefined,
  options: Partial<MigrationOptions> = {},
  deps: Partial<MigrationDeps> = {},
  shown: (step: MigrationStep) => MigrationStep = (step) => step,
): Promise<TallyRun> {
  scanned ??= scan();
  const steps = (await scanned).map(shown);
  const asked: Asked[] = [];
  const server = await modelServer((request, index) => {
    const one = askedOf(request);
    asked.push(one);
    const given = answer(one, index) ?? goodAnswer(one);
    return typeof given === 'string' ? { kind: 'answer', content: given } : given;
  });
  const toolchain = rustToolchain(process.env['PATH']);
  cargo ??= new Cargo({
    ...{ sandbox: new KeptBuilds(clangHere().sandbox, rustTools(toolchain)), toolchain },
    ...{ home: cargoHome(process.env), signal: new AbortController().signal, testSeconds: 3 },
  });
  const limits = { window: 60_000, maxOutput: 8000, attempts: 1 };
  const served = servedModel([server], { models: [limits] });
  const model = withoutRepeats(served.model);
  const { signal } = new AbortController();
  const [rust, c] = [await grammars.parser('rust'), await grammars.parser('c')];
  const progress: string[] = [];
  const outcomes = await migrateInSteps(
    project,
    steps,
    {
      ...{ crate: 'rust', only: [], maxFunctions: 100, maxRestarts: 0, repairs: repairLimits(1) },
      ...{ until: 'transpile', reset: false, notes: '', rustInterface: undefined, ...options },
    },
    {
      ...{ model, costOf: () => 0, parser: rust, signal, now: () => new Date(0) },
      cargo,
      compareWithC: async () => EQUAL,
      gates: stepGates({ rust, c }, gateSettingsSchema.parse({})),
      allowCrate: async () => ({ problem: 'the registry has no crate of that name' }),
      onProgress: (line) => progress.push(line),
      ...deps,
    },
  );
  const states = outcomes.map((one) => {
    const reason = 'reason' in one ? `: ${one.reason}` : '';
    return `${stepName(one.step)} ${one.kind}${reason}`;
  });
  return { outcomes, states, asked, progress };
}
