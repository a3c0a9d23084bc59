import type { ClangFunction } from '../../code/clang/unit.ts';
import { PLAIN_PROGRAM_SIGNATURE, PROGRAM_SIGNATURE } from '../crate/program-text.ts';

/** What is said of a `main` beside what it uses; nothing of any other function. */
export function programNotes({ name, params }: Pick<ClangFunction, 'name' | 'params'>): string[] {
  if (name !== 'main') return [];
  const takes =
    params.length === 0 ? '' : 'takes the command line, the name of the program first, and ';
  const signature = params.length === 0 ? PLAIN_PROGRAM_SIGNATURE : PROGRAM_SIGNATURE;
  return [
    `/* In Rust main is a function of a module, which ${takes}gives the exit status back:
   \`${signature}\`. The program that calls it and ends with that status is generated. It is compared with the C as a
   program: what is printed, files, and the status, whether by a return or by an exit. */`,
  ];
}
