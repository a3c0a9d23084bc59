import * as z from 'zod';
import type { Candidate } from '../candidates/candidate.ts';
import { besidesSchema, type Claim } from '../discover/claim.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { anonymousText } from './candidate-text.ts';
import type { CheckedDerivation } from './checked-derivation.ts';
import type { ClusterMembers } from './cluster.ts';
import { eachOnce } from './each-once.ts';
import { askAgent, type StageDeps } from './stage.ts';
import { verificationQuestions } from './verification-questions.ts';

/** A candidate, and how it is said to be reached. */
export interface DerivedCandidate {
  readonly candidate: Candidate;
  readonly derivation: CheckedDerivation;
  /** Callers of its function that no model has looked at. */
  readonly unseen: readonly string[];
}

/** Whether a derivation survived the attempt to refute it. */
export interface Verification {
  readonly gid: number;
  readonly is_valid: boolean;
  readonly verification_notes: string;
  /** Defects that the verifier saw besides. */
  readonly besides: readonly Claim[];
}

const verifiedSchema = z.object({
  gid: z.int().positive(),
  is_valid: z.boolean(),
  verification_notes: z.string().trim().min(1),
  besides: besidesSchema,
});

/** What the verifier is asked. */
async function verifyPromptInputs(
  claims: readonly DerivedCandidate[],
  deps: Pick<StageDeps, 'index'>,
): Promise<{ readonly questions: string; readonly derivations: string; readonly code: string }> {
  const candidates = claims.map(({ candidate }) => candidate);
  const texts = claims.map((claim, at) => derivationText(claim, at + 1));
  return {
    questions: verificationQuestions(candidates),
    derivations: [anonymousText(candidates), ...texts].join('\n\n'),
    code: printSlice(await sliceOf(claims.map(sliceTargetOf), deps.index)),
  };
}

/**
 * Has a second agent, which knows nothing of how the first one worked, try to refute derivations.
 * @throws ModelError when there is no readable answer; the signal's reason
 */
export async function verifyDerivations(
  { cluster }: Pick<ClusterMembers, 'cluster'>,
  claims: readonly DerivedCandidate[],
  deps: StageDeps,
): Promise<Verification[]> {
  const { value } = await askAgent(
    {
      ...{ role: 'verifier', tier: 'smart', tools: deps.tools },
      subject: cluster.cluster_id,
      values: await verifyPromptInputs(claims, deps),
      schema: ['verification', eachOnce(verifiedSchema, claims.length)] as const,
    },
    deps,
  );
  return claims.flatMap(({ candidate }, at) =>
    value
      .filter(({ gid }) => gid === at + 1)
      .map((verified) => ({ ...verified, gid: candidate.gid })),
  );
}

/** The slice leads along the path that is claimed, not along the one of the scan, and shows what the texts name. */
function sliceTargetOf({ candidate, derivation }: DerivedCandidate) {
  const { file, line, description } = candidate;
  const { preconditions, trigger_path: trace, consequences } = derivation.value;
  const texts = [description, preconditions, ...trace.map(({ action }) => action), consequences];
  return { file, line, trace, text: texts.join('\n') };
}

function derivationText({ derivation, unseen }: DerivedCandidate, number: number): string {
  const { preconditions, trigger_path: path, consequences } = derivation.value;
  const steps = path.map(
    (step, at) => `  ${at + 1}. ${step.file}:${step.line} in ${step.function}: ${step.action}`,
  );
  return [
    `Derivation for candidate ${number}`,
    `preconditions: ${preconditions}`,
    'trigger path:',
    ...steps,
    `consequences: ${consequences}`,
    ...(unseen.length === 0 ? [] : [`callers that were not looked at: ${unseen.join(', ')}`]),
  ].join('\n');
}
