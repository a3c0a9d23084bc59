/** The stages of a migration, in their order. */
export const MIGRATION_STAGES = ['scan', 'replace', 'prepare', 'transpile', 'optimize'] as const;

export type MigrationStage = (typeof MIGRATION_STAGES)[number];
