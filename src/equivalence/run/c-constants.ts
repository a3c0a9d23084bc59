import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerUnit } from '../../code/c/unit.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { type Constants, constantsOf } from '../inputs/values/constants.ts';
import { reachableFunctions } from '../pairing/errno.ts';
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
  const add = ({ name, range }: ClangFunction) =>
    byFile.set(range.file, (byFile.get(range.file) ?? new Set()).add(name));
  for (const own of calls) {
    add(own);
    for (const one of reachableFunctions(own, [unit, ...others])) {
      // What a file calls within itself is found there.
      if (one.range.file !== own.range.file) add(one);
    }
  }
  const found: Constants[] = [];
  for (const [file, names] of byFile) {
    const tree = await grammars.tree('c', readFileSync(join(project, file), 'utf8'));
    const lowered = lowerUnit(tree, 'c', parser);
    for (const name of names) found.push(constantsOf(lowered, name));
  }
  return mergeConstants(found);
}

function mergeConstants(all: readonly Constants[]): Constants {
  const words = all.flatMap((one) => one.words);
  return {
    integers: [...new Set(all.flatMap(({ integers }) => integers))],
    floats: [...new Set(all.flatMap(({ floats }) => floats))],
    words: [...new Map(words.map((one) => [Buffer.from(one).toString('latin1'), one])).values()],
    characters: [...new Set(all.flatMap(({ characters }) => characters))],
  };
}
