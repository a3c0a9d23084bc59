import * as z from 'zod';
import { derivationSchema, functionRemarkSchema } from '../candidates/triage-result.ts';
import { besidesSchema } from '../discover/claim.ts';
import { seenCallerSchema } from './unseen-callers.ts';

/** A value that every model writes for "nothing". */
const optionalText = z.string().nullish();

/** What the analyst says of one candidate, as it is read. */
export const analystAnswerSchema = z
  .object({
    gid: z.int().positive(),
    has_risk: z.boolean(),
    reason: optionalText,
    // Checked below, and only where there is a risk: models write null, or nothing, elsewhere.
    preconditions: z.unknown().optional(),
    trigger_path: z.unknown().optional(),
    consequences: z.unknown().optional(),
    suggestions: z.unknown().optional(),
    callers: z.array(seenCallerSchema).nullish(),
    learnt: z.array(functionRemarkSchema).nullish(),
    besides: besidesSchema,
  })
  .transform(({ gid, has_risk, reason, callers, learnt, besides, ...rest }, context) => {
    const base = { gid, callers: callers ?? [], learnt: learnt ?? [], besides };
    if (!has_risk) {
      const why = reason?.trim() ?? '';
      if (why !== '') return { ...base, kind: 'safe' as const, reason: why };
      context.addIssue({ code: 'custom', path: ['reason'], message: 'is required without a risk' });
      return z.NEVER;
    }
    const derivation = derivationSchema.safeParse(rest);
    if (derivation.success) return { ...base, kind: 'risk' as const, derivation: derivation.data };
    for (const { path, message } of derivation.error.issues) {
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: `${message} (has_risk is true)`,
      });
    }
    return z.NEVER;
  });

const groupedSchema = z.looseObject({ gids: z.array(z.unknown()) });

/** An entry for several candidates as one for each; what else was seen stands in the first one. */
export function splitGroups(entry: unknown): readonly unknown[] {
  const grouped = groupedSchema.safeParse(entry).data;
  if (grouped === undefined) return [entry];
  const { gids, besides, learnt, ...rest } = grouped;
  return gids.map((gid, at) => ({ ...rest, gid, ...(at === 0 ? { besides, learnt } : {}) }));
}

export type AnalystAnswer = z.infer<typeof analystAnswerSchema>;
