/** The stages of a migration, in their order. */
export const STAGES = ['scan', 'replace', 'prepare', 'transpile', 'optimize'] as const;

export type Stage = (typeof STAGES)[number];
