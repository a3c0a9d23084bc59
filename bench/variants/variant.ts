import { type Edit, insert } from './edit.ts';
import type { FunctionPart, Program } from './program.ts';

/** One way to write a program otherwise. */
export interface Rewriting {
  /** Where it changes the program, to tell what is near the defect. */
  readonly at: number;
  readonly edits: readonly Edit[];
}

/** Every place of a function where a program can be written otherwise so that it means the same. */
export type Transformation = (part: FunctionPart, program: Program) => readonly Rewriting[];

/** What lines end in that a transformation has put in: what is found there counts as found. */
export const MADE = '/* made */';

/** Puts a function or type before a function. */
export function before({ node }: FunctionPart, text: string): Edit {
  return insert(node.start, `${text} ${MADE}\n`);
}
