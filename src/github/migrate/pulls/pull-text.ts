import { codeSpan } from '../../../page/markdown-text.ts';
import { count } from '../../../security/report/count.ts';
import type { ReadyPlan } from '../../isolated-worker/migration-plan.ts';

/** What a commit and its pull request say. */
export interface PullText {
  readonly title: string;
  readonly message: string;
  /** Markdown. */
  readonly body: string;
}

/** What is said of functions that were migrated; the description is `pullBody`. */
export function pullText({ functions, facts }: ReadyPlan): Omit<PullText, 'body'> {
  const names = functions.map(({ name }) => name).join(', ');
  const title = `Migrate ${names.slice(0, 180)} to Rust`;
  const lines = facts.functions.map(({ name, c_file }) => `${name} (${c_file})`);
  return { title, message: `${title}\n\n${lines.join('\n')}\n` };
}

/** What is said of the layout of the crate. */
export function setupText(crate: string, functions: number): PullText {
  const title = `Lay out the Rust crate in ${crate}`;
  return {
    title,
    message: `${title}\n`,
    body: [
      `This lays out a Rust crate in ${codeSpan(crate)} for ${count(functions, 'C function')}: its modules, each with a line for every function that is to go there. Nothing of the C changes, and nothing uses the crate yet.`,
      'Each function comes in a pull request of its own, based on this one until it is merged. Those of several functions do not get in each other’s way: each one changes what is below its own lines.',
      'Beside the crate are the records of the migration in `.rustward/c2rust`. Lists of more than a megabyte are left out: `rustward migrate scan` writes them.',
    ].join('\n\n'),
  };
}
