import * as z from 'zod';

const text = z.string().trim().min(1);

/** One step of a trigger path: a function, and the line where it acts or calls the next one. */
export const triggerStepSchema = z.object({
  function: text,
  /** Relative to the root, `/`-separated. */
  file: text,
  line: z.int().positive(),
  /** What happens there: where the input comes from, what is checked, where the data goes next. */
  action: text,
});

export type TriggerStep = z.infer<typeof triggerStepSchema>;

/** How a defect is reached, from the attacker's input to the candidate; not yet checked. */
export const derivationSchema = z.object({
  preconditions: text,
  trigger_path: z.array(triggerStepSchema).min(1).max(40),
  consequences: text,
  suggestions: text,
});

export type Derivation = z.infer<typeof derivationSchema>;

/** Callers of the candidate's function, by name and place, that no model says to have looked at; missing where each was. */
const unseenCallers = z.array(text).min(1);

/**
 * What models found out about one candidate.
 *
 * - `verified`: derived by one agent, its call path checked by machine, and not refuted by another.
 * - `unverified`: derived and checked, but no verifier was asked to refute it.
 * - `unproven`: thought to be a defect, but something of the derivation does not hold or was not
 *   settled; `problem` says what.
 * - `unsettled`: the analyst calls it no defect, without having looked at each caller.
 * - `refuted`: an agent, or the engine without one, says why it is no defect.
 * - `dismissed`: put aside before the analysis, for reasons that a reviewer found sufficient.
 * - `unexamined`: no model has looked, for the reason given. The scan's own word stands.
 */
export const triageResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('verified'),
    ...derivationSchema.shape,
    verification_notes: text,
    unseen_callers: unseenCallers.exactOptional(),
  }),
  z.object({
    kind: z.literal('unverified'),
    ...derivationSchema.shape,
    unseen_callers: unseenCallers.exactOptional(),
  }),
  z.object({ kind: z.literal('unproven'), ...derivationSchema.shape, problem: text }),
  z.object({ kind: z.literal('unsettled'), reason: text, unseen_callers: unseenCallers }),
  z.object({
    kind: z.literal('refuted'),
    by: z.enum(['analyst', 'verifier', 'engine']),
    reason: text,
  }),
  z.object({ kind: z.literal('dismissed'), reason: text, review_notes: text }),
  z.object({ kind: z.literal('unexamined'), reason: text }),
]);

export type TriageResult = z.infer<typeof triageResultSchema>;

/** Whether agents looked and found no defect. */
export function isRefuted(examination: TriageResult | undefined): boolean {
  return examination?.kind === 'refuted' || examination?.kind === 'dismissed';
}

/** A remark about a function, for agents that look at it later. */
export const functionRemarkSchema = z.object({
  function: text.max(200),
  remark: text.max(1000),
});

export type FunctionRemark = z.infer<typeof functionRemarkSchema>;
