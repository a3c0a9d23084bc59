import { NO_SETTINGS } from '../../support/no-settings.ts';
import { startGit } from './start-git.ts';

/** The environment of every git here: no settings of the machine, one identity, no questions. */
export function gitEnvironment(seconds: number): NodeJS.ProcessEnv {
  const date = `@${seconds} +0000`;
  return {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: NO_SETTINGS,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'GitHub',
    GIT_AUTHOR_EMAIL: 'noreply@github.com',
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.com',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  };
}

/**
 * Runs git and returns what it printed.
 * @param options.index the file of the index, for commands that have one
 * @throws GitFailure when it fails
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  options: { readonly input?: string | Buffer; readonly index?: string } = {},
): Promise<Buffer> {
  const index = options.index === undefined ? {} : { GIT_INDEX_FILE: options.index };
  const env = { ...gitEnvironment(0), ...index };
  const request = { folder, args, env, input: options.input };
  const { status, output, errors } = await startGit(request);
  if (status !== 0) throw new GitFailure(args, errors.toString());
  return output;
}

/** As `runGit`, the text without the end of its last line; undefined when git fails. */
export async function tryGit(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await runGit(folder, args)).toString().replace(/\n$/, '');
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

/** git ended with a status other than 0. */
class GitFailure extends Error {
  override readonly name = 'GitFailure';
  constructor(args: readonly string[], message: string) {
    super(`git ${args.join(' ')}: ${message.trim()}`);
  }
}
