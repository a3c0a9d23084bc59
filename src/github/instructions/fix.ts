import { type FixPlan, fixPlanSchema } from '../../security/fix/fix-plan.ts';
import { wayTo } from '../../security/report/examined.ts';
import { codeSpan, quotedText } from '../../security/report/markdown-text.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { findFinding, unknownFinding } from './find-finding.ts';
import type { Granted } from './granted.ts';
import { tooMany } from './help.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { publishFix } from './publish-fix.ts';
import { pullOf } from './pull.ts';
import { runTask } from './run-task.ts';

/** Has an agent mend a finding, and proposes what comes of it: as a suggestion or a pull request. */
export async function fix(granted: Granted, key: string, deps: InstructionDeps): Promise<void> {
  const { access, command, pull, conversation } = granted;
  const { repository, comment } = command;
  const { head } = conversation;
  if (!pull.isOpen)
    return await conversation.say('This pull request is closed: nothing is mended.');
  if (head !== pull.head) return await conversation.say(MOVED);
  const shelved = deps.shelf.get(repository.id, pull.number, head);
  if (shelved === undefined) {
    return await conversation.say(
      'The newest commit has no review at hand, and only what a review has found is mended. `/rustward review` asks for one; then ask again.',
    );
  }
  const finding = findFinding(key, shelved.report);
  if (finding === undefined) return await conversation.say(unknownFinding(key, shelved.report));
  const use = `${comment.kind} ${comment.id}`;
  if (!(await deps.quotas.take(`fix ${repository.id}`, use, deps.limits.fixes))) {
    return await conversation.say(tooMany('fixes', deps.limits.fixes));
  }
  await conversation.say(
    `A fix of ${codeSpan(key)} is under way: an agent changes a copy of ${codeSpan(head.slice(0, 10))}, which is then built, tested and scanned again. That can take some minutes.`,
  );
  const task = { name: 'fix' as const, pull: pull.number, head, finding };
  let plan: FixPlan;
  try {
    plan = await runTask(task, fixPlanSchema, command, access, deps);
  } catch (thrown) {
    deps.signal.throwIfAborted();
    await conversation.say(
      `No fix of ${codeSpan(key)} so far: the attempt broke off. It is made again a few times. If this is all that comes, whoever runs the App finds the reason in its log.`,
    );
    throw thrown;
  }
  if (plan.kind === 'none') {
    return await conversation.say(`No fix of ${codeSpan(key)}. ${quotedText(plan.reason)}`);
  }
  const problem = problemOf(plan, finding);
  if (problem !== undefined) {
    return await conversation.say(`No fix of ${codeSpan(key)}: ${quotedText(problem)}`);
  }
  const now = await pullOf(access, pull.number);
  if (now.head !== head || !now.isOpen) return await conversation.say(MOVED);
  await conversation.say(await publishFix({ ...granted, pull: now }, key, plan, deps));
}

const MOVED =
  'The pull request has a newer commit since this was asked for, so nothing was proposed. Ask again once that is reviewed.';

/** The plan comes from a process that read untrusted text: it may change what lies on the way, only. */
function problemOf(plan: Extract<FixPlan, { kind: 'fixed' }>, finding: ReportedCandidate) {
  const allowed = new Set([finding.file, ...wayTo(finding).map(({ file }) => file)]);
  const paths = [...plan.files.map(({ path }) => path), ...(plan.hunk ? [plan.hunk.path] : [])];
  const wrong = paths.find(
    (path) =>
      !allowed.has(path) ||
      path.split('/').some((part) => /^(?:|[.]|[.][.]|[.]git|[.]github|[.]rustward)$/i.test(part)),
  );
  return wrong === undefined ? undefined : `it would change ${wrong}, which is none of its files`;
}
