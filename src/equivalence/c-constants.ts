import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerUnit } from '../code/c/unit.ts';
import type { Grammars } from '../code/grammar.ts';
import { type Constants, constantsOf } from './inputs/constants.ts';
import type { EquivalenceSubject } from './subject.ts';

/** The constants that a C function compares with or mentions, as its own file shows them. */
export async function constantsOfSubject(
  subject: EquivalenceSubject,
  grammars: Grammars,
): Promise<Constants> {
  const { file } = subject.function.range;
  const text = readFileSync(join(subject.project, file), 'utf8');
  const tree = await grammars.tree('c', text);
  const unit = lowerUnit(tree, 'c', await grammars.parser('c'));
  return constantsOf(unit, subject.function.name);
}
