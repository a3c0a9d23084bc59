import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerUnit } from '../../code/c/unit.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { SAMPLE_PATHS } from '../cases/file-fixture.ts';
import { type Constants, constantsOf } from '../inputs/values/constants.ts';
import { optionsIn } from '../inputs/values/program-options.ts';
import { reachableFunctions } from '../pairing/reachable-functions.ts';
import type { HarnessPlan } from '../plan/comparison-plan.ts';
import type { EquivalenceSubject } from '../plan/subject.ts';

/**
 * The constants that C functions, and what they call in the project, compare with or mention, as their own
 * files show them: those of the first function's file first.
 * @param calls the function in question, and others that are called before it and after it
 */
export async function constantsOfCalls(
  calls: readonly ClangFunction[],
  { project, unit, others }: EquivalenceSubject,
  grammars: Grammars,
): Promise<Constants> {
  const parser = await grammars.parser('c');
  const byFile = new Map<string, Set<string>>();
  const all = [unit, ...others];
  const tables = new Set<string>();
  const add = ({ name, range }: ClangFunction) =>
    byFile.set(range.file, (byFile.get(range.file) ?? new Set()).add(name));
  for (const own of calls) {
    add(own);
    for (const one of reachableFunctions(own, all)) {
      for (const name of one.globals) tables.add(name);
      // What a file calls within itself is found there.
      if (one.range.file !== own.range.file) add(one);
    }
  }
  for (const { name, range } of all.flatMap(({ globals }) => globals)) {
    if (tables.has(name) && !byFile.has(range.file)) byFile.set(range.file, new Set());
  }
  const found: Constants[] = [];
  for (const [file, names] of byFile) {
    const tree = await grammars.tree('c', readFileSync(join(project, file), 'utf8'));
    const lowered = lowerUnit(tree, 'c', parser);
    for (const name of names.size > 0 ? names : ['']) {
      found.push(constantsOf(lowered, name, [...tables]));
    }
  }
  return mergeConstants(found);
}

function mergeConstants(all: readonly Constants[]): Constants {
  const words = all.flatMap((one) => one.words);
  return {
    integers: [...new Set(all.flatMap(({ integers }) => integers))],
    tabled: [...new Set(all.flatMap(({ tabled }) => tabled))],
    floats: [...new Set(all.flatMap(({ floats }) => floats))],
    words: [...new Map(words.map((one) => [Buffer.from(one).toString('latin1'), one])).values()],
    characters: [...new Set(all.flatMap(({ characters }) => characters))],
  };
}

/** Texts that are often given: options of a program, paths of files that there are, or nearly. */
export function addSampleTexts(constants: Constants, { calls }: HarnessPlan): Constants {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const paths = calls.some(({ plan }) => plan.usesFiles) ? SAMPLE_PATHS.map(bytes) : [];
  const hasArguments = calls.some(({ plan }) =>
    plan.rust.some(({ pair }) => pair?.kind === 'list' && pair.of.kind === 'list'),
  );
  const options = hasArguments ? optionsIn(constants).map(bytes) : [];
  return { ...constants, words: [...constants.words, ...options, ...paths] };
}
