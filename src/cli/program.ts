import { Command, CommanderError } from 'commander';
import { IncompleteError, messageOf, UsageError } from '../errors.ts';
import { errorCode } from '../workspace/files/error-code.ts';
import { followProxies } from '../workspace/proxy.ts';
import { loadVersion } from '../workspace/version.ts';
import { addAppCommand, addWorkerCommand } from './app-command.ts';
import { addCacheCommand } from './cache-command.ts';
import { addCompletionCommand } from './completion/completion-command.ts';
import { addConfigCommand } from './config-command.ts';
import { addCostsCommand } from './costs-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { helpArguments } from './help-arguments.ts';
import { addJobsCommand } from './jobs-command.ts';
import { addLspCommand } from './language-server/lsp-command.ts';
import { addMemoryCommand } from './memory-command.ts';
import { addMigrateCommand } from './migrate/migrate-command.ts';
import { printProblem } from './output/print-note.ts';
import { oneLine } from './output/terminal-text.ts';
import { addExplainCommand } from './review/explain-command.ts';
import { addFixCommand } from './review/fix-command.ts';
import { addReportCommand } from './review/report-command.ts';
import { addReviewCommand } from './review/review-command.ts';
import { addRulesCommand } from './review/rules-command.ts';
import { addScanCommand } from './review/scan-command.ts';
import { addSuppressCommand } from './review/suppress-command.ts';

const EXIT_CODES = `
Exit status:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on, or more than --fail-above allows
  2  the command line or a configuration file is wrong
  3  the run could not examine everything it should have
`;

/** The commands that ask models or GitHub. What is wrong with a proxy stops none of the others. */
const CONNECTING: ReadonlySet<string> = new Set(['review', 'migrate', 'doctor', 'app', 'worker']);

/**
 * Runs the command line.
 * @param args the arguments after the program's name
 * @returns the exit status. Errors that a person can act on are printed on one
 *   line each; any other error is a bug, and thrown.
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  let status = 0;
  const setStatus = (value: number) => {
    status = value;
  };
  process.stdout.on('error', endForOutput);
  const program = new Command('rustward')
    .description('Reviews C, C++ and Rust code for security defects, and migrates C to Rust.')
    .version(loadVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`rustward: ${oneLine(text.replace(/^error: /, ''))}\n`),
    })
    .hook('preSubcommand', async (_program, subcommand) => {
      if (CONNECTING.has(subcommand.name())) await followProxies(process.env);
    });
  addScanCommand(program, setStatus);
  addReviewCommand(program, setStatus);
  addMigrateCommand(program, setStatus);
  addReportCommand(program, setStatus);
  addExplainCommand(program);
  addFixCommand(program, setStatus);
  addSuppressCommand(program);
  addRulesCommand(program, setStatus);
  addConfigCommand(program, setStatus);
  addLspCommand(program);
  addCostsCommand(program);
  addMemoryCommand(program);
  addCacheCommand(program);
  addDoctorCommand(program, setStatus);
  addAppCommand(program);
  addWorkerCommand(program);
  addJobsCommand(program);
  addCompletionCommand(program);
  try {
    await program.parseAsync(helpArguments(program, args), { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    if (thrown instanceof UsageError) return fail(thrown, 2);
    if (thrown instanceof IncompleteError) return fail(thrown, 3);
    if (errorCode(thrown) === 'ENOSPC') return fail(diskFull(thrown), 3);
    if (SYSTEM_REFUSALS.has(errorCode(thrown) ?? '')) return fail(systemRefused(thrown), 3);
    throw thrown;
  }
  return status;
}

function fail(error: Error, status: number): number {
  printProblem(error);
  return status;
}

/** Wherever that is noticed, it is no bug of ours. */
function diskFull(thrown: unknown): IncompleteError {
  return new IncompleteError(`the disk is full (${messageOf(thrown)}); make room, and run again`);
}

/** What the system refuses a program that does nothing wrong. */
const SYSTEM_REFUSALS: ReadonlySet<string> = new Set([
  ...['EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM'],
]);

function systemRefused(thrown: unknown): IncompleteError {
  return new IncompleteError(`the system does not allow it: ${messageOf(thrown)}`);
}

/**
 * Ends the program when its standard output cannot be written: no person sees what it would still do.
 * A reader such as `head` that has seen enough is no error.
 */
function endForOutput(error: Error): void {
  const code = errorCode(error);
  if (code === 'EPIPE') return;
  const reason = code === 'ENOSPC' ? 'the disk is full' : messageOf(error);
  process.exit(fail(new IncompleteError(`cannot write to the standard output: ${reason}`), 3));
}
