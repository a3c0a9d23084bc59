import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { addModelOptions, parseModelOptions } from '../options/model-options.ts';
import { addTreeOptions, folderName, treeOptionsSchema } from '../options/tree-options.ts';

const optionsSchema = treeOptionsSchema.extend({
  base: z.string().optional(),
  stateDir: z.string().optional(),
  maxFixes: z.int(),
  maxMinutes: z.int(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
  strictReplay: z.boolean().default(false),
});

const EXIT_CODES = `
Exit status:
  0  each fix that was asked for holds and was kept, or shown with --dry-run; or nothing is to be fixed
  1  a finding has no fix that holds, or one that a person has to look at first
  2  the command line is wrong, or a file to be changed has changes that are not committed
  3  no model is configured, or none could be asked to the end
`;

/** `rustward fix [FINDING…] [PATH]` */
export function addFixCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('fix')
    .summary('have an agent fix findings, and keep what holds')
    .description(
      'Has an agent change a copy of the tree until a finding is gone, and scans, builds and tests the copy in ' +
        'the sandbox. A change that holds is shown with what hangs on it, and written into the work tree, not ' +
        'committed. What is not committed already is never touched. Models must be configured.',
    )
    .argument(
      '[what...]',
      'findings by id, its beginning or number, as explain takes them; then the folder of the tree, or a file ' +
        'of this one. Without findings, the gravest below that path',
    )
    .option('--dry-run', 'show what would be changed, and write nothing')
    .option('--yes', 'keep also what deletes more than 200 lines, or could not be built')
    .option('--max-fixes <number>', 'findings that are fixed where none is named', whole, 5)
    .option('--max-minutes <number>', 'minutes that the agent has for one finding', whole, 20)
    .option(
      '--base <commit>',
      'the base that the review had: what models said of a change hangs on it',
    )
    .option(
      '--state-dir <folder>',
      'take what models said from .rustward/sec below this folder',
      folderName,
    )
    .option('--no-config', 'let no .github/rustward.yml and no .rustwardignore count')
    .option('--strict-replay', 'refuse recorded answers to questions that have changed since')
    .addHelpText('after', EXIT_CODES);
  addModelOptions(addTreeOptions(command)).action(async (what: string[]) => {
    const options = optionsSchema.parse(command.opts());
    const models = { ...parseModelOptions(command), strictReplay: options.strictReplay };
    // Loaded when it is needed: other commands start sooner without.
    const { runFix } = await import('./fix.ts');
    setStatus(await runFix(what, options, models, command));
  });
}

function whole(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a whole number from 1.');
}
