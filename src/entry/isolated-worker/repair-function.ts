import { join, relative } from 'node:path';
import { fileHash } from '../../github/commands/migration-branch.ts';
import type { WorkerRequestFor } from '../../github/isolated-worker/protocol.ts';
import type { RepairPlan } from '../../github/isolated-worker/repair-plan.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import { loadCrateOfCommit } from '../../migration/crate/crate-of-commit.ts';
import { gateSettingsSchema } from '../../migration/gates/gate-settings.ts';
import { compareWithCBy } from '../../migration/pipeline/compare-with-c.ts';
import { repairFunctions } from '../../migration/pipeline/repair-functions.ts';
import { stepGates } from '../../migration/pipeline/step-gates.ts';
import { applyReplacements } from '../../migration/replace/apply-replacements.ts';
import { scanProject } from '../../migration/scan/scan-project.ts';
import { loadSymbolMap } from '../../migration/state/symbol-map.ts';
import { stepsWithLibraries } from '../../migration/steps/library-steps.ts';
import { migrationStepsOf } from '../../migration/steps/steps-of-scan.ts';
import { repairLimits } from '../../migration/transpile/run-step.ts';
import type { ReadyModel } from '../../model/open-model.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { openSandbox } from '../../workspace/sandbox/open-sandbox.ts';
import { openRecall } from '../memory/open-memory.ts';
import { withMigrationTools } from '../migrate/migration-tools.ts';
import { openUnitCache } from '../migrate/open-unit-cache.ts';
import { allowCrates, replacementPolicyOf, textLoader } from '../migrate/replace-libraries.ts';
import { failureInCi } from './failure-in-ci.ts';
import type { TaskContext, TaskOutcome } from './task.ts';
import { modelFailureOf, withModel } from './with-model.ts';

/**
 * Has an agent repair a function of a commit because of what CI says of it, and says what should become of
 * which file. Nothing leaves the folder of the commit but that.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing
 */
export async function repairFunction(
  request: WorkerRequestFor<'repair'>,
  context: TaskContext,
): Promise<TaskOutcome<RepairPlan>> {
  return await withModel<RepairPlan>(
    request,
    context,
    (reason) => ({ kind: 'not tried', reason: `There is no language model: ${reason}.` }),
    (model) => planRepair(request, model, context),
  );
}

async function planRepair(
  task: WorkerRequestFor<'repair'>,
  { model, costOf }: ReadyModel,
  { env, signal }: TaskContext,
): Promise<RepairPlan> {
  const top = scanRootOf(task.root).root;
  const root = join(top, task.project);
  const sandbox = await openSandbox(env);
  if (!sandbox.isolates) return { kind: 'not tried', reason: 'There is no sandbox to build in.' };
  const config = loadConfig(root);
  const cache = openUnitCache(task.root, task.cacheFolder);
  const reading = { sandbox, config, now: new Date(), signal, cache, pictures: false };
  const scan = await scanProject(root, reading);
  const sources = sourceFolder(root, config);
  const loadText = textLoader(sources);
  const remaining = applyReplacements(root, scan, replacementPolicyOf(config, loadText));
  const steps = stepsWithLibraries(migrationStepsOf(remaining, loadText), remaining);
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
  const base = await loadCrateOfCommit(task.root, task.base, join(task.project, task.crate));
  try {
    return await withMigrationTools({ sandbox, env, signal }, async (tools) => {
      const { parsers, cargo, home, check } = tools;
      const text = `This is what the CI of the repository says, on another machine:\n\n${task.log}`;
      const repair = await repairFunctions(
        root,
        steps,
        step,
        { kind: failureInCi(task.log), text, round: task.round },
        {
          ...{ crate: task.crate, base, notes: config.additional_notes },
          repairs: repairLimits(undefined),
        },
        {
          ...{ model, costOf, parser: parsers.rust, cargo, signal },
          compareWithC: compareWithCBy(sources, remaining, () => loadSymbolMap(root), check),
          gates: stepGates(parsers, gateSettingsSchema.parse(config['gates'] ?? {})),
          allowCrate: allowCrates(config, home, signal, () => []),
          now: () => new Date(),
          recall: openRecall({ folder: undefined, scope: task.memory }, env),
          onProgress: () => {},
        },
      );
      if (repair.kind === 'not repaired')
        return { kind: 'given up', reason: repair.reason.slice(0, 4000) };
      const files = Object.entries(repair.files).map(([path, content]) => {
        return { path: join(task.project, path), content };
      });
      return { kind: 'repaired', base: task.head, crate: join(task.project, task.crate), files };
    });
  } catch (thrown) {
    const why = modelFailureOf(thrown, signal);
    return { kind: 'not tried', reason: `No model came to a result: ${why}.` };
  }
}
