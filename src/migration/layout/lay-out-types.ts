import { cutText } from '../../agent/cut-text.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { mappingFieldWords } from '../../equivalence/pairing/mapping-words.ts';
import { ModelError } from '../../errors.ts';
import { promptHashes } from '../../model/prompts/prompt-hashes.ts';
import type { Cargo } from '../crate/cargo.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { LaidOutType, TypeLayout } from '../state/type-layout.ts';
import type { CTypeSource } from '../steps/c-types.ts';
import type { MigrationStep } from '../steps/step.ts';
import { type AskDeps, askUntilUsable } from '../transpile/ask-migration-model.ts';
import { orNone } from '../transpile/plan-again.ts';
import { charactersOf } from '../transpile/prompt-values.ts';
import { crateWithTypes } from './crate-with-types.ts';
import { parseTypesAnswer, type TypesAnswer } from './types-answer.ts';

const MAX_TRIES = 5;

/** Why values of a C type and of what is to stand for it cannot be put side by side; undefined where they can. */
export type TypeFormProblem = (
  type: CTypeSource,
  laidOut: Pick<LaidOutType, 'rust'>,
  all: readonly Pick<LaidOutType, 'c' | 'fields'>[],
  crate: CrateFiles,
) => Promise<string | undefined>;

interface LayOutTypesDeps extends AskDeps {
  readonly cargo: Cargo;
  readonly parser: SourceParser;
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
  readonly formProblem: TypeFormProblem;
  readonly onProgress: (line: string) => void;
}

/** A crate with its types. */
interface CrateOfTypes {
  readonly files: CrateFiles;
  readonly layout: TypeLayout;
}

/**
 * Lays out what stands for the records and enums of the C, seen from all functions that use them, before the
 * first function is planned.
 * @param crate with its modules, and nothing in them yet
 * @returns undefined where no answer could be used: then types come with the functions that need them
 * @throws ModelError when no model can be asked
 */
export async function layOutTypes(
  crate: CrateFiles,
  types: readonly CTypeSource[],
  steps: readonly MigrationStep[],
  moduleFiles: ReadonlyMap<string, string>,
  deps: LayOutTypesDeps,
): Promise<CrateOfTypes | undefined> {
  if (types.length === 0) return undefined;
  deps.onProgress('laying out the types');
  const window = deps.model.window('smart');
  const values = {
    field_words: mappingFieldWords(),
    notes: deps.notes || '(none)',
    modules: cutText(modulesText(moduleFiles), charactersOf(window, 0.1)),
    c_types: cutText(typesText(types), charactersOf(window, 0.2)),
    functions: cutText(functionsText(types, steps), charactersOf(window, 0.3)),
  };
  const question = { role: 'type-planner', tier: 'smart', subject: 'types', values } as const;
  try {
    return await orNone(askForTypes(question, crate, types, deps));
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.failure === 'answer') {
      deps.onProgress(`no layout of the types could be used: ${thrown.message}`);
      return undefined;
    }
    throw thrown;
  }
}

async function askForTypes(
  question: Parameters<typeof askUntilUsable>[0],
  crate: CrateFiles,
  types: readonly CTypeSource[],
  deps: LayOutTypesDeps,
): Promise<CrateOfTypes> {
  // What cannot be put side by side is said once: another form may be worse Rust.
  let isSaid = false;
  const prompts = promptHashes([question.role]);
  return await askUntilUsable(
    question,
    MAX_TRIES,
    async (answer) => {
      const parsed = parseTypesAnswer(answer, types, crate);
      if (!parsed.ok) return parsed;
      const built = await crateWithTypes(crate, parsed.value, deps);
      if ('problem' in built) return { ok: false, problem: built.problem };
      const apart = await formProblems(parsed.value, types, built.files, deps);
      if (apart.size > 0 && !isSaid) {
        isSaid = true;
        return { ok: false, problem: apartText(apart) };
      }
      for (const [c, problem] of apart) {
        deps.onProgress(`${c} is compared through calls alone: ${problem}`);
      }
      const laidOut = parsed.value.types.map((one): LaidOutType => {
        const byCalls = apart.get(one.c);
        return byCalls === undefined ? one : { ...one, by_calls: byCalls };
      });
      return { ok: true, value: { files: built.files, layout: { types: laidOut, prompts } } };
    },
    deps,
  );
}

async function formProblems(
  { types: laidOut }: TypesAnswer,
  types: readonly CTypeSource[],
  files: CrateFiles,
  { formProblem }: LayOutTypesDeps,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  for (const one of laidOut) {
    const type = types.find(({ name }) => name === one.c);
    if (one.rust === undefined || type === undefined) continue;
    const problem = await formProblem(type, one, laidOut, files);
    if (problem !== undefined) problems.set(one.c, problem);
  }
  return problems;
}

function apartText(problems: ReadonlyMap<string, string>): string {
  const lines = [...problems].map(([c, problem]) => `- ${c}: ${problem}`);
  return `values of these types cannot be put side by side with those of the C:
${lines.join('\n')}
Say in "fields" what is missing, or take another form where that is as good Rust. Else give the same again: then
functions on it are compared by sequences of calls, which takes functions that make such a value and look into it`;
}

/** The types, and below them the macros that they name. */
function typesText(types: readonly CTypeSource[]): string {
  const texts = types.map(({ file, startLine, text }) => `/* ${file}:${startLine} */\n${text}`);
  return [...texts, ...new Set(types.flatMap(({ macros }) => macros))].join('\n\n');
}

function modulesText(moduleFiles: ReadonlyMap<string, string>): string {
  const files = Map.groupBy(moduleFiles, ([, file]) => file);
  return [...files]
    .map(([file, entries]) => `${file}: ${entries.map(([name]) => name).join(', ')}`)
    .join('\n');
}

/** All functions that use the types: what these have to hold is seen from them. */
function functionsText(types: readonly CTypeSource[], steps: readonly MigrationStep[]): string {
  const users = new Set(types.flatMap(({ users: names }) => names));
  return steps
    .flatMap(({ functions }) => functions)
    .filter(({ name }) => users.has(name))
    .map(({ file, startLine, text }) => `/* ${file}:${startLine} */\n${text}`)
    .join('\n\n');
}
