import { join, relative } from 'node:path';
import { ModelError } from '../errors.ts';
import { fileHash } from '../github/migrate/branch.ts';
import type { MendPlan } from '../github/migrate/gate/mend-plan.ts';
import type { MendTask } from '../github/migrate/gate/mend-task.ts';
import { readConfig } from '../migration/artifacts/config.ts';
import type { CrateFiles } from '../migration/crate/crate-files.ts';
import { gateStep } from '../migration/gate-step.ts';
import { gateSettingsSchema } from '../migration/gates/gate-settings.ts';
import { mendFunctions } from '../migration/mend-functions.ts';
import { proveFunctions } from '../migration/prove-functions.ts';
import { servedSteps } from '../migration/replace/served-steps.ts';
import { withReplacements } from '../migration/replace/with-replacements.ts';
import { scanProject } from '../migration/scan/scan-project.ts';
import { sourceFolder } from '../migration/scan/source-folder.ts';
import { stepsOf } from '../migration/sources.ts';
import { readSymbolMap } from '../migration/state/symbol-map.ts';
import { repairLimits } from '../migration/transpile/run-step.ts';
import type { ReadyModel } from '../model/open-model.ts';
import { openGit } from '../workspace/git.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import { locate } from '../workspace/source-files.ts';
import { withMigrationTools } from './migration-tools.ts';
import { allowCrates, readerOf, standingOf } from './replace-libraries.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Mends a function of a commit because of what CI says of it, and says what should become of which file.
 * Nothing leaves the folder of the commit but that.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing
 */
export async function readMend(
  task: MendTask,
  { model, costOf }: ReadyModel,
  env: Environment,
): Promise<MendPlan> {
  const top = locate(task.root).root;
  const root = join(top, task.project);
  const signal = AbortSignal.timeout(task.maxMinutes * 60_000);
  const image = env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
  const sandbox = await findSandbox({ image, path: env['PATH'] });
  if (!sandbox.isolates) return { kind: 'not tried', reason: 'There is no sandbox to build in.' };
  const config = readConfig(root);
  const scan = await scanProject(root, { sandbox, config, now: new Date(), signal });
  const sources = sourceFolder(root, config);
  const read = readerOf(sources);
  const left = withReplacements(root, scan, standingOf(config, read));
  const steps = servedSteps(stepsOf(left, read), left);
  const { name, file } = task.function;
  const pathOf = (path: string) => join(relative(top, sources), path);
  const step = steps.find(({ functions }) =>
    functions.some(
      (one) =>
        one.name.replace(/^.*:/, '') === name &&
        (file === undefined || fileHash(pathOf(one.file)) === file),
    ),
  );
  if (step === undefined) return { kind: 'given up', reason: `There is no C function ${name}.` };
  const base = await crateAt(task.root, task.base, join(task.project, task.crate));
  try {
    return await withMigrationTools({ sandbox, env, signal }, async (tools) => {
      const { parsers, cargo, home, check } = tools;
      const isBuild = /^error(?:\[E\d+\])?: /m.test(task.log) && !/^test result: /m.test(task.log);
      const kind = isBuild ? ('compile' as const) : ('test' as const);
      const text = `This is what the CI of the repository says, on another machine:\n\n${task.log}`;
      const mended = await mendFunctions(
        root,
        steps,
        step,
        { kind, text, round: task.round },
        {
          ...{ crate: task.crate, base, notes: config.additional_notes },
          repairs: repairLimits(undefined),
        },
        {
          ...{ model, costOf, parser: parsers.rust, cargo, signal },
          prove: proveFunctions(sources, left, () => readSymbolMap(root), check),
          gate: gateStep(parsers, gateSettingsSchema.parse(config['gates'] ?? {})),
          allowCrate: allowCrates(config, home, signal, () => []),
          now: () => new Date(),
          onProgress: () => {},
        },
      );
      if (mended.kind === 'given up') return { ...mended, reason: mended.reason.slice(0, 4000) };
      const files = Object.entries(mended.files).map(([path, content]) => {
        return { path: join(task.project, path), content };
      });
      return { kind: 'mended', base: task.head, crate: join(task.project, task.crate), files };
    });
  } catch (thrown) {
    if (!(thrown instanceof ModelError) && !signal.aborted) throw thrown;
    // The message may name servers that are nobody's concern.
    const why = thrown instanceof ModelError ? thrown.failure : 'time';
    return { kind: 'not tried', reason: `No model came to a result: ${why}.` };
  }
}

/** The crate as a commit has it; empty where it has none. */
async function crateAt(root: string, commit: string, folder: string): Promise<CrateFiles> {
  const git = await openGit(root);
  const isOfCrate =
    /^(?:(?:src|tests)\/.+\.rs|Cargo\.(?:toml|lock)|rust-toolchain\.toml|\.gitignore)$/;
  const found = (await git.files(commit)).filter(
    ({ path }) => path.startsWith(`${folder}/`) && isOfCrate.test(path.slice(folder.length + 1)),
  );
  const contents = await git.contents(found.map(({ object }) => object));
  return new Map(
    found.map(({ path }, at) => [path.slice(folder.length + 1), contents[at]?.toString() ?? '']),
  );
}
