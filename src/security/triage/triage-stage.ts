/** The stages that ask models, in their order. */
export const TRIAGE_STAGES = ['cluster', 'review', 'analyze'] as const;

export type TriageStage = (typeof TRIAGE_STAGES)[number];
