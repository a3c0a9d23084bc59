import { checkRunJson } from '../operations/check-run-json.ts';
import { suiteState } from '../operations/check-suite.ts';
import { suiteJson } from '../operations/check-suite-json.ts';
import type { Account } from '../state/caller.ts';
import type { CheckRun, CheckSuite } from '../state/check-run.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';

/** A run that was made or changed: it may be new, it may have ended, and so may its suite. */
export async function emitCheck(
  world: World,
  repository: Repository,
  sender: Account,
  run: CheckRun,
  before: { readonly isNew: boolean; readonly status: string },
): Promise<void> {
  if (before.isNew) await emitCheckRun(world, repository, sender, run, 'created');
  if (run.status !== 'completed' || before.status === 'completed') return;
  await emitCheckRun(world, repository, sender, run, 'completed');
  const suite = repository.checkSuites.get(run.suite);
  if (suite === undefined || suiteState(repository, suite).status !== 'completed') return;
  await emitSuite(world, repository, sender, suite, 'completed');
}

/** What somebody asks of an app, that app alone hears. */
export async function emitCheckRun(
  world: World,
  repository: Repository,
  sender: Account,
  run: CheckRun,
  action: 'created' | 'completed' | 'rerequested' | 'requested_action',
  extra: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const asked = action === 'rerequested' || action === 'requested_action';
  const only = asked ? { only: run.app.id } : {};
  await emit(world, { name: 'check_run', action, repository, sender, ...only }, () => ({
    check_run: checkRunJson(world, repository, run),
    ...extra,
  }));
}

export async function emitSuite(
  world: World,
  repository: Repository,
  sender: Account,
  suite: CheckSuite,
  action: 'requested' | 'rerequested' | 'completed',
): Promise<void> {
  const only = action === 'completed' ? {} : { only: suite.app.id };
  await emit(world, { name: 'check_suite', action, repository, sender, ...only }, async () => ({
    check_suite: await suiteJson(world, repository, suite),
  }));
}
