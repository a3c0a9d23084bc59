import { mappingFieldWords } from '../../equivalence/pairing/mapping-words.ts';
import { ModelError } from '../../errors.ts';
import { promptHashes } from '../../model/prompts/prompt-hashes.ts';
import type { Cargo } from '../crate/cargo.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { LaidOutType, TypeLayout } from '../state/type-layout.ts';
import type { CTypeSource } from '../steps/c-types.ts';
import { type AskDeps, askUntilUsable } from '../transpile/ask-migration-model.ts';
import { orNone } from '../transpile/plan-again.ts';
import { type CrateWithTypesDeps, crateWithTypes } from './crate-with-types.ts';
import { parseTypesAnswer, type TypesAnswer } from './types-answer.ts';

const MAX_TRIES = 5;

/** Why values of a C type and of what is to stand for it cannot be put side by side; undefined where they can. */
export type TypeFormProblem = (
  type: CTypeSource,
  laidOut: Pick<LaidOutType, 'rust'>,
  all: readonly Pick<LaidOutType, 'c' | 'fields'>[],
  crate: CrateFiles,
) => Promise<string | undefined>;

export interface LayOutTypesDeps extends AskDeps, CrateWithTypesDeps {
  readonly cargo: Cargo;
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
  readonly formProblem: TypeFormProblem;
  readonly onProgress: (line: string) => void;
}

/** A crate with its types. */
export interface CrateOfTypes {
  readonly files: CrateFiles;
  /** Of the types that were asked for. */
  readonly layout: TypeLayout;
}

/** A question about types, each part of it short enough. */
export interface TypesQuestion {
  /** Unlike that of any other question about types. */
  readonly subject: string;
  readonly types: readonly CTypeSource[];
  readonly texts: Readonly<Record<'modules' | 'c_types' | 'functions', string>>;
}

/**
 * Asks what stands for types of the C.
 * @param crate as it is before
 * @param known what is laid out already
 * @returns undefined where no answer could be used: then types come with the functions that need them
 * @throws ModelError when no model can be asked
 */
export async function askForTypes(
  question: TypesQuestion,
  crate: CrateFiles,
  known: TypeLayout,
  deps: LayOutTypesDeps,
): Promise<CrateOfTypes | undefined> {
  try {
    return await orNone(askUntilBuilt(question, crate, known, deps));
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.failure === 'answer') {
      deps.onProgress(`no layout of the types could be used: ${thrown.message}`);
      return undefined;
    }
    throw thrown;
  }
}

async function askUntilBuilt(
  { subject, types, texts }: TypesQuestion,
  crate: CrateFiles,
  known: TypeLayout,
  deps: LayOutTypesDeps,
): Promise<CrateOfTypes> {
  const role = 'type-planner';
  const values = { field_words: mappingFieldWords(), notes: deps.notes || '(none)', ...texts };
  // What cannot be put side by side is said once: another form may be worse Rust.
  let isSaid = false;
  const prompts = promptHashes([role]);
  return await askUntilUsable(
    { role, tier: 'smart', subject, values },
    MAX_TRIES,
    async (answer) => {
      const parsed = parseTypesAnswer(answer, types, crate);
      if (!parsed.ok) return parsed;
      const built = await crateWithTypes(crate, parsed.value, deps);
      if ('problem' in built) return { ok: false, problem: built.problem };
      const apart = await formProblems(parsed.value, types, built.files, known, deps);
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
  known: TypeLayout,
  { formProblem }: LayOutTypesDeps,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  const all = [...known.types, ...laidOut];
  for (const one of laidOut) {
    const type = types.find(({ name }) => name === one.c);
    if (one.rust === undefined || type === undefined) continue;
    const problem = await formProblem(type, one, all, files);
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
