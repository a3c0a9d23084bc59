import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { functionNameSchema } from '../../github/commands/function-id.ts';
import type { WorkerRequestFor } from '../../github/isolated-worker/protocol.ts';
import type { Survey, SurveyedFunction } from '../../github/isolated-worker/survey.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import { functionsOf } from '../../migration/artifacts/symbol.ts';
import { loadCrate } from '../../migration/crate/crate-files.ts';
import { applyReplacements } from '../../migration/replace/apply-replacements.ts';
import { scanProject } from '../../migration/scan/scan-project.ts';
import { presentEvidence } from '../../migration/state/standing.ts';
import { loadSymbolMap } from '../../migration/state/symbol-map.ts';
import { stepsWithLibraries } from '../../migration/steps/library-steps.ts';
import { withoutMains } from '../../migration/steps/own-program.ts';
import type { CFunctionSource, MigrationStep } from '../../migration/steps/step.ts';
import { migrationStepsOf } from '../../migration/steps/steps-of-scan.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { openSandbox } from '../../workspace/sandbox/open-sandbox.ts';
import { whyHeld } from '../migrate/measure-project.ts';
import { openUnitCache } from '../migrate/open-unit-cache.ts';
import { projectStanding } from '../migrate/project-standing.ts';
import { replacementPolicyOf, textLoader } from '../migrate/replace-libraries.ts';
import type { TaskContext, TaskOutcome } from './task.ts';

const MAX_PROBLEMS = 200;

/**
 * What there is to migrate in a commit, and how much of it is done. No model is asked.
 * @throws UsageError for what a person has to settle; IncompleteError where clang is missing
 */
export async function surveyProject(
  { root: repository, project, head, crate, cacheFolder }: WorkerRequestFor<'survey'>,
  { env, signal }: TaskContext,
): Promise<TaskOutcome<Survey>> {
  const { root } = scanRootOf(join(repository, project));
  const config = loadConfig(root);
  const sandbox = await openSandbox(env);
  const cache = openUnitCache(repository, cacheFolder);
  const reading = { sandbox, config, now: new Date(), signal, cache, pictures: false };
  const scan = await scanProject(root, reading);
  const sources = sourceFolder(root, config);
  const loadText = textLoader(sources);
  const remaining = applyReplacements(root, scan, replacementPolicyOf(config, loadText));
  const steps = withoutMains(
    stepsWithLibraries(migrationStepsOf(remaining, loadText), remaining),
    loadCrate(join(root, crate)),
  );
  const mapped = loadSymbolMap(root);
  const done = new Map(mapped.map((one) => [one.c_qname, one]));
  const found = { functions: functionsOf(scan.symbols), isNew: true };
  const evidence = presentEvidence(
    mapped,
    await projectStanding(root, crate, mapped, found, loadText),
  );
  const all = new Map(steps.flatMap((step) => step.functions.map((one) => [one.name, one])));
  const refused = [...all.values()].filter(
    (one) => !functionNameSchema.safeParse(plainName(one)).success,
  );
  const surveyed = (one: CFunctionSource, step: MigrationStep): SurveyedFunction => {
    const migrated = done.get(one.name);
    const needs = one.callees.flatMap((name) => {
      const callee = all.get(name);
      if (callee === undefined || refused.includes(callee)) return [];
      return step.functions.includes(callee) ? [] : [idOf(callee)];
    });
    return {
      ...{ id: one.name, ...idOf(one), start_line: one.startLine, end_line: one.endLine },
      ...{ signature: one.signature.slice(0, 4000), needs },
      ...(migrated === undefined
        ? {}
        : {
            migrated: {
              rust: migrated.rust_symbol,
              evidence: evidence.get(one.name) ?? migrated.evidence,
            },
          }),
    };
  };
  const idOf = (one: CFunctionSource) => ({
    name: plainName(one),
    file: join(project, relative(root, sources), one.file),
  });
  const problems = [
    ...scan.problems.map(({ file, message }) => `${file}: ${message}`),
    ...refused.map(({ name }) => `${name} cannot be asked for by its name`),
  ];
  const paused = await whyHeld(root);
  const result: Survey = {
    ...{ head, crate: join(project, crate) },
    isLaidOut: existsSync(join(root, crate, 'Cargo.toml')),
    steps: steps
      .filter(({ functions }) => !functions.some((one) => refused.includes(one)))
      .map((step) => step.functions.map((one) => surveyed(one, step))),
    problems: problems.slice(0, MAX_PROBLEMS).map((one) => one.slice(0, 2000)),
    ...(paused.length === 0
      ? {}
      : { paused: paused.slice(0, 10).map((one) => one.slice(0, 1000)) }),
  };
  return { result };
}

/** Without the file that tells it from others of its name. */
function plainName({ name }: CFunctionSource): string {
  return name.replace(/^.*:/, '');
}
