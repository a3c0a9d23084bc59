import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { functionNameSchema } from '../github/migrate/function-name.ts';
import type { Survey, SurveyedFunction } from '../github/migrate/survey.ts';
import { readConfig } from '../migration/artifacts/config.ts';
import { servedSteps } from '../migration/replace/served-steps.ts';
import { withReplacements } from '../migration/replace/with-replacements.ts';
import { scanProject } from '../migration/scan/scan-project.ts';
import { sourceFolder } from '../migration/scan/source-folder.ts';
import { stepsOf } from '../migration/sources.ts';
import { readSymbolMap } from '../migration/state/symbol-map.ts';
import type { CSource, Step } from '../migration/transpile/step.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import { locate } from '../workspace/source-files.ts';
import { readerOf, standingOf } from './replace-libraries.ts';

const MOST_PROBLEMS = 200;

export interface SurveyOptions {
  /** Of the repository. */
  readonly root: string;
  /** The folder of the project, relative to the root. */
  readonly project: string;
  /** The commit that is checked out there. */
  readonly head: string;
  /** Relative to the project. */
  readonly crate: string;
}

/**
 * What there is to carry over in a commit, and how much of it is done. No model is asked.
 * @throws UsageError for what a person has to settle; IncompleteError where clang is missing
 */
export async function surveyProject(
  { root: repository, project, head, crate }: SurveyOptions,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Survey> {
  const { root } = locate(join(repository, project));
  const config = readConfig(root);
  const image = env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
  const sandbox = await findSandbox({ image, path: env['PATH'] });
  const scan = await scanProject(root, { sandbox, config, now: new Date(), signal });
  const sources = sourceFolder(root, config);
  const read = readerOf(sources);
  const left = withReplacements(root, scan, standingOf(config, read));
  const steps = servedSteps(stepsOf(left, read), left);
  const done = new Map(readSymbolMap(root).map((one) => [one.c_qname, one]));
  const all = new Map(steps.flatMap((step) => step.functions.map((one) => [one.name, one])));
  const refused = [...all.values()].filter(
    (one) => !functionNameSchema.safeParse(plainName(one)).success,
  );
  const surveyed = (one: CSource, step: Step): SurveyedFunction => {
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
        : { migrated: { rust: migrated.rust_symbol, evidence: migrated.evidence } }),
    };
  };
  const idOf = (one: CSource) => ({
    name: plainName(one),
    file: join(project, relative(root, sources), one.file),
  });
  const problems = [
    ...scan.problems.map(({ file, message }) => `${file}: ${message}`),
    ...refused.map(({ name }) => `${name} cannot be asked for by its name`),
  ];
  return {
    ...{
      head,
      crate: join(project, crate),
      isLaidOut: existsSync(join(root, crate, 'Cargo.toml')),
    },
    steps: steps
      .filter(({ functions }) => !functions.some((one) => refused.includes(one)))
      .map((step) => step.functions.map((one) => surveyed(one, step))),
    problems: problems.slice(0, MOST_PROBLEMS).map((one) => one.slice(0, 2000)),
  };
}

/** Without the file that tells it from others of its name. */
function plainName({ name }: CSource): string {
  return name.replace(/^.*:/, '');
}
