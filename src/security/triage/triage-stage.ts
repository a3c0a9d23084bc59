/** The stages that ask models, in their order. */
export const TRIAGE_STAGES = ['discover', 'cluster', 'review', 'analyze', 'reproduce'] as const;

export type TriageStage = (typeof TRIAGE_STAGES)[number];
