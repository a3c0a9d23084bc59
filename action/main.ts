import { setFailed, setOutput } from '@actions/core';
import { IncompleteError, messageOf, UsageError } from '../src/errors.ts';
import { unbroken, visibleText } from '../src/page/visible-text.ts';
import { conclude } from './conclude.ts';
import { examine } from './examine.ts';
import { readInputs } from './inputs.ts';
import { readJob } from './job.ts';
import { JobLog } from './log.ts';
import { mergeShards } from './merge-shards.ts';
import { migrate } from './migrate/migrate.ts';
import { reportFiles } from './report-files.ts';
import { withoutTokens } from './step-environment.ts';

/**
 * Runs the Action as `action.yml` and the environment of the step describe it. The step fails for
 * findings, for what could not be examined, and for whatever goes wrong; it never throws.
 */
export async function run(): Promise<void> {
  const log = new JobLog();
  try {
    const inputs = readInputs();
    const env = withoutTokens();
    const job = readJob(env);
    if (inputs.mode === 'migrate') return await migrate(inputs, job, env, log);
    const files = reportFiles(inputs, job);
    const reviewed =
      inputs.mode === 'report' ? mergeShards(inputs, job) : await examine(inputs, job, env, log);
    await conclude(reviewed, files, { inputs, job, log });
  } catch (thrown) {
    // Nobody must take what broke for a result.
    setOutput('verdict', 'inconclusive');
    const isKnown = thrown instanceof UsageError || thrown instanceof IncompleteError;
    if (!isKnown && thrown instanceof Error) log.group('Where', (thrown.stack ?? '').split('\n'));
    const what = isKnown ? messageOf(thrown) : `this is a defect of Rustward: ${messageOf(thrown)}`;
    log.command(() => setFailed(`Rustward: ${visibleText(unbroken(what))}`));
  } finally {
    log.end();
  }
}
