import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerUnit } from '../code/c/unit.ts';
import type { Grammars } from '../code/grammar.ts';
import { reachedFrom } from './errno.ts';
import { type Constants, constantsOf } from './inputs/constants.ts';
import type { EquivalenceSubject } from './subject.ts';

/**
 * The constants that a C function, and what it calls in the project, compare with or mention, as their own
 * files show them: those of the function's file first.
 */
export async function constantsOfSubject(
  subject: EquivalenceSubject,
  grammars: Grammars,
): Promise<Constants> {
  const { function: own, unit, others } = subject;
  const parser = await grammars.parser('c');
  const byFile = new Map<string, string[]>([[own.range.file, [own.name]]]);
  for (const { name, range } of reachedFrom(own, [unit, ...others])) {
    // What a file calls within itself is found there.
    if (range.file !== own.range.file)
      byFile.set(range.file, [...(byFile.get(range.file) ?? []), name]);
  }
  const found: Constants[] = [];
  for (const [file, names] of byFile) {
    const tree = await grammars.tree('c', readFileSync(join(subject.project, file), 'utf8'));
    const lowered = lowerUnit(tree, 'c', parser);
    found.push(...names.map((name) => constantsOf(lowered, name)));
  }
  return joined(found);
}

function joined(all: readonly Constants[]): Constants {
  const words = all.flatMap((one) => one.words);
  return {
    integers: [...new Set(all.flatMap(({ integers }) => integers))],
    floats: [...new Set(all.flatMap(({ floats }) => floats))],
    words: [...new Map(words.map((one) => [Buffer.from(one).toString('latin1'), one])).values()],
    characters: [...new Set(all.flatMap(({ characters }) => characters))],
  };
}
