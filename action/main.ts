import { setFailed, setOutput } from '@actions/core';
import { IncompleteError, MistakesError, messageOf, UsageError } from '../src/errors.ts';
import { onOneLine, visibleText } from '../src/page/visible-text.ts';
import { withoutFolders } from '../src/workspace/files/without-folders.ts';
import { followProxies } from '../src/workspace/proxy.ts';
import { parseInputs } from './inputs/inputs.ts';
import { migrate } from './migrate/migrate.ts';
import { reportFiles } from './result/report-files.ts';
import { conclude } from './review/conclude.ts';
import { mergeShards } from './review/merge-shards.ts';
import { scanWorkspace } from './review/scan-workspace.ts';
import { loadJob } from './runner/job.ts';
import { JobLog } from './runner/job-log.ts';

/** What the runner gives an Action to write with: no child process and no thread of ours needs it. */
const TOKENS = /^(INPUT_TOKEN|INPUT_MODEL-KEY|GITHUB_TOKEN|GH_TOKEN|ACTIONS_.*_TOKEN)$/;

/**
 * Runs the Action as `action.yml` and the environment of the step describe it. The step fails for
 * findings, for what could not be examined, and for any error; it never throws.
 */
export async function run(): Promise<void> {
  const log = new JobLog();
  try {
    const inputs = parseInputs();
    const env = removeTokens();
    await followProxies(env);
    const job = loadJob(env);
    if (inputs.mode === 'migrate') return await migrate(inputs, job, env, log);
    const files = reportFiles(inputs, job);
    const reviewed =
      inputs.mode === 'report'
        ? mergeShards(inputs, job)
        : await scanWorkspace(inputs, job, env, log);
    await conclude(reviewed, files, { inputs, job, log });
  } catch (thrown) {
    // Later steps must not take a failure for a result.
    setOutput('verdict', 'inconclusive');
    const isKnown = thrown instanceof UsageError || thrown instanceof IncompleteError;
    if (!isKnown && thrown instanceof Error) log.group('Where', (thrown.stack ?? '').split('\n'));
    const what = isKnown ? messageOf(thrown) : `this is a defect of Rustward: ${messageOf(thrown)}`;
    const mistakes = thrown instanceof MistakesError ? thrown.mistakes : [what];
    for (const one of mistakes) {
      const told = withoutFolders(one, workspaces());
      log.command(() => setFailed(`Rustward: ${visibleText(onOneLine(told))}`));
    }
  } finally {
    log.end();
  }
}

/** The folders that paths of the repository are below. */
function workspaces(): string[] {
  const workspace = process.env['GITHUB_WORKSPACE'];
  return workspace === undefined ? [] : [workspace];
}

/**
 * Takes the tokens out of the environment of this process, and gives what is left. The inputs have
 * been read by then.
 */
function removeTokens(): Readonly<Record<string, string | undefined>> {
  for (const name of Object.keys(process.env)) {
    if (TOKENS.test(name)) delete process.env[name];
  }
  return process.env;
}
