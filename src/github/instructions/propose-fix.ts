import { codeSpan, quotedText } from '../../page/markdown-text.ts';
import type { Fixed, FixPlan } from '../../security/fix/fix-plan.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { defectPath } from '../../security/report/triage-view.ts';
import { fetchPull } from '../api/pulls.ts';
import type { Instruction } from '../commands/instruction.ts';
import { hasModel } from '../isolated-worker/has-model.ts';
import { planFix } from '../isolated-worker/run-finding-task.ts';
import { quotaAnswer } from '../permissions/help.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../permissions/permitted-command.ts';
import { privateAnswer } from './explain.ts';
import { findFinding, unknownFinding } from './find-finding.ts';
import { publishFix } from './publish-fix.ts';

/** Has an agent fix a finding, and proposes the change: as a suggestion or a pull request. */
export async function proposeFix(
  permitted: PermittedCommand,
  asked: Extract<Instruction, { name: 'fix' }>,
  deps: InstructionDeps,
): Promise<void> {
  const { finding: key, approve: isApproved = false } = asked;
  const { access, command, pull, conversation } = permitted;
  const { repository, comment } = command;
  const { head } = conversation;
  if (pull.state !== 'open')
    return await conversation.say('This pull request is closed: nothing is fixed.');
  if (head !== pull.head) return await conversation.say(HEAD_MOVED);
  const stored = deps.reports.get(repository.id, pull.number, head);
  if (stored === undefined) {
    return await conversation.say(
      `The newest commit has no review at hand, and only what a review has found is fixed. ${hasModel(deps.workerEnv) ? ASK_FOR_REVIEW : NO_MODEL}`,
    );
  }
  if (stored.details === 'private')
    return await conversation.say(privateAnswer(command, deps.serverUrl));
  const finding = findFinding(key, stored.report);
  if (finding === undefined)
    return await conversation.say(await unknownFinding(key, stored, access, pull.number));
  const use = `${comment.kind} ${comment.id}`;
  if (!(await deps.quotas.take(`fix ${repository.id}`, use, deps.limits.fixes))) {
    return await conversation.say(quotaAnswer('fixes', deps.limits.fixes));
  }
  await conversation.say(
    `A fix of ${codeSpan(key)} is under way: an agent changes a copy of ${codeSpan(head.slice(0, 10))}, which is then built, tested and scanned again. That can take some minutes.`,
  );
  const task = { pull: pull.number, head, base: pull.base, finding };
  let plan: FixPlan;
  try {
    plan = await planFix(task, command, access, deps);
  } catch (thrown) {
    deps.signal.throwIfAborted();
    await conversation.say(
      `No fix of ${codeSpan(key)} so far: the attempt broke off. It is made again a few times. If this is all that comes, the operator of the App finds the reason in its log.`,
    );
    throw thrown;
  }
  if (plan.kind === 'none') {
    return await conversation.say(`No fix of ${codeSpan(key)}. ${quotedText(plan.reason)}`);
  }
  const problem = planProblem(plan, finding);
  if (problem !== undefined) {
    return await conversation.say(`No fix of ${codeSpan(key)}: ${quotedText(problem)}`);
  }
  const now = await fetchPull(access, pull.number);
  if (now.head !== head || now.state !== 'open') return await conversation.say(HEAD_MOVED);
  await conversation.say(
    await publishFix({ ...permitted, pull: now }, { key, isApproved }, plan, deps),
  );
}

const ASK_FOR_REVIEW = '`/rustward review` asks for one; then ask again.';
const NO_MODEL =
  'It would not do alone: a fix also takes a language model, and this App has none. Its operator can configure one.';
const HEAD_MOVED =
  'The pull request has a newer commit since this was asked for, so nothing was proposed. Ask again once that is reviewed.';

/** The plan comes from a process that read untrusted text: it may change what lies on the way, only. */
function planProblem(plan: Fixed, finding: ReportedCandidate) {
  const allowed = new Set([finding.file, ...defectPath(finding).map(({ file }) => file)]);
  const paths = [...plan.files.map(({ path }) => path), ...(plan.hunk ? [plan.hunk.path] : [])];
  const wrong = paths.find(
    (path) =>
      !allowed.has(path) ||
      path.split('/').some((part) => /^(?:|[.]|[.][.]|[.]git|[.]github|[.]rustward)$/i.test(part)),
  );
  return wrong === undefined ? undefined : `it would change ${wrong}, which is none of its files`;
}
