import type { Quota } from '../../jobs/database/quotas.ts';

/** How often people may ask for what costs. */
export interface InstructionQuotas {
  /** Instructions of one person in one repository. */
  readonly instructions: Quota;
  /** Fixes in one repository, by all who ask: each can take many calls of a model. */
  readonly fixes: Quota;
  /** Questions in one repository that a model answers. */
  readonly questions: Quota;
  /** Functions of one repository that are tried: each can take many calls of a model. */
  readonly migrations: Quota;
}

const HOUR = 3600;

export const DEFAULT_QUOTAS: InstructionQuotas = {
  instructions: { times: 30, seconds: HOUR },
  fixes: { times: 10, seconds: 24 * HOUR },
  questions: { times: 50, seconds: 24 * HOUR },
  migrations: { times: 60, seconds: 24 * HOUR },
};

/** Refusals that one person gets on one pull request: they are friendly, and no way to make noise. */
export const REFUSAL_QUOTA: Quota = { times: 1, seconds: 24 * HOUR };
