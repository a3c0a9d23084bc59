import { addLabels, ensureLabel, fetchLabels, type Label, removeLabel } from '../../api/labels.ts';
import type { RepositoryCalls } from '../../api/repository-client.ts';

/** The labels of the migration. A person may change how they look: only the names are read. */
export const MIGRATION_LABELS = {
  migration: {
    name: 'rustward: migration',
    color: 'b7410e',
    description: 'Migrates a C function to Rust, or shows how far that is',
  },
  unproven: {
    name: 'rustward: unproven',
    color: 'd93f0b',
    description: 'The Rust was not compared with the C, or not all of the C was reached',
  },
  blocked: {
    name: 'rustward: blocked',
    color: '6e7781',
    description: 'It goes no further by itself: the description says why',
  },
} as const satisfies Record<string, Label>;

export type MigrationLabel = keyof typeof MIGRATION_LABELS;

/** The label of that name; undefined for one that is not ours. */
export function labelNamed(name: string): MigrationLabel | undefined {
  if (name === MIGRATION_LABELS.migration.name) return 'migration';
  if (name === MIGRATION_LABELS.unproven.name) return 'unproven';
  return name === MIGRATION_LABELS.blocked.name ? 'blocked' : undefined;
}

/**
 * Sees that an issue or pull request has these labels of ours, and no others of ours; labels of other
 * people stay. A label that the repository lacks is made.
 * @param access with a token that writes issues or pull requests
 */
export async function setLabels(
  client: RepositoryCalls,
  number: number,
  wanted: readonly MigrationLabel[],
): Promise<void> {
  const present = await fetchLabels(client, number);
  const own = new Map(present.map((name) => [labelNamed(name), name] as const));
  const missing = wanted.filter((label) => !own.has(label));
  for (const label of missing) await ensureLabel(client, MIGRATION_LABELS[label]);
  if (missing.length > 0) {
    const names = missing.map((label) => MIGRATION_LABELS[label].name);
    await addLabels(client, number, names);
  }
  for (const [label, name] of own) {
    if (label === undefined || wanted.includes(label)) continue;
    await removeLabel(client, number, name);
  }
}
