import { ModelError, messageOf } from '../../errors.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { MIN_FINDING_CONFIDENCE } from '../candidates/severity.ts';
import { type Claim, claimsSchema } from '../discover/claim.ts';
import { placedClaim, placeProblem } from '../discover/claim-place.ts';
import type { DiscoveryRecord } from '../discover/discovery-record.ts';
import type { FunctionGroup } from '../discover/function-group.ts';
import { groupCode, proposedIn } from '../discover/group-code.ts';
import { triggerPathProblems } from './checked-derivation.ts';
import { askAgent, type StageDeps } from './stage.ts';

const TASKS = {
  change:
    'Which defects does this change introduce or uncover in these functions, in what they call or in who calls ' +
    'them? What the base has in the same way, reached in the same way, is not asked for.',
  tree: 'Which defects do these functions have, in how they are called or in what they call?',
} as const;

/** The prompts of who discovers. */
export const DISCOVERY_ROLES = ['discoverer', 'discoverer-places'] as const;

/** What who discovers is asked about a group. */
export async function discoveryPromptInputs(
  group: FunctionGroup,
  candidates: readonly Candidate[],
  { index }: Pick<StageDeps, 'index'>,
): Promise<{ readonly task: string; readonly code: string; readonly proposed: string }> {
  const code = await groupCode(group, index);
  const proposed = proposedIn(group, candidates).map((one) => proposalText(one, code));
  return {
    task: index.change === undefined ? TASKS.tree : TASKS.change,
    code,
    proposed: proposed.length === 0 ? 'nothing' : proposed.join('\n'),
  };
}

/** A proposal with its weakness, since it speaks for no other, and a word where the scan itself doubts it. */
function proposalText({ file, line, description, cwe, confidence }: Candidate, code: string) {
  const said = onceOnly(`${file}:${line}`, description, code);
  const weakness = cwe.map((number) => `CWE-${number}`).join(', ');
  const doubt = confidence < MIN_FINDING_CONFIDENCE ? '; a guess, more often wrong than right' : '';
  return `${said} (${weakness}${doubt})`;
}

/** What a change rule says of the code stands there already, word for word. */
function onceOnly(place: string, description: string, code: string): string {
  const line = `${place}: ${description}`;
  return code.split('\n').includes(line)
    ? `${place}: what the engine says of this place above`
    : line;
}

/**
 * Asks a model for defects in a group of functions. Claims at places that are not there go back to it
 * once; of those that are still not there, the ones that lead to no code are rejected.
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function discoverGroup(
  group: FunctionGroup,
  candidates: readonly Candidate[],
  deps: StageDeps,
): Promise<Omit<DiscoveryRecord, 'basis'>> {
  const first = await askAgent(
    {
      ...{ role: 'discoverer', tier: 'smart', tools: deps.tools },
      subject: group.id,
      values: await discoveryPromptInputs(group, candidates, deps),
      schema: ['claims', claimsSchema] as const,
    },
    deps,
  );
  let claims: readonly Claim[] = first.value;
  const problems = claims.flatMap((claim, at) =>
    problemsOf(claim, deps).map((problem) => `${at + 1}. ${problem}`),
  );
  if (problems.length > 0) claims = await askAgain(first, problems, deps);
  const placed = claims.map((claim) => ({ claim, at: placedClaim(claim, deps.index) }));
  return {
    group: group.id,
    functions: group.functions.map(({ file, name }) => `${file}: ${name}`),
    claims: placed.flatMap(({ at }) => at ?? []),
    rejected: placed.flatMap(({ claim, at }) => {
      const problem = at === undefined ? placeProblem(claim, deps.index) : undefined;
      return problem === undefined ? [] : [{ claim, problem }];
    }),
  };
}

/** The claims corrected; those of before where the second answer cannot be read. */
async function askAgain(
  first: Awaited<ReturnType<typeof askAgent<Claim[]>>>,
  problems: readonly string[],
  deps: StageDeps,
): Promise<readonly Claim[]> {
  const prompt = loadPrompt('discoverer-places');
  const { messages } = renderPrompt(prompt, { problems: problems.join('\n') });
  try {
    return (await first.reply(messages)).value;
  } catch (thrown) {
    if (!(thrown instanceof ModelError) || thrown.failure !== 'answer') throw thrown;
    deps.onUnreadable?.(`claims were not corrected: ${messageOf(thrown)}`);
    return first.value;
  }
}

/** What of a claim does not hold: its place, or else the steps that it gives. */
function problemsOf(claim: Claim, { index }: StageDeps): string[] {
  const problem = placeProblem(claim, index);
  if (problem !== undefined) return [problem];
  return claim.steps.length === 0 ? [] : triggerPathProblems(claim.steps, claim, index);
}
