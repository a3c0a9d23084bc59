import { refusalOf } from '../../api/calls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';

/** A label that the app gives. */
export interface Label {
  readonly name: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  /** At most 100 characters. */
  readonly description: string;
}

/** The labels of the migration. A person may change how they look: only the names are read. */
export const MIGRATION_LABELS = {
  migration: {
    name: 'rustward: migration',
    color: 'b7410e',
    description: 'Carries a C function over to Rust, or shows how far that is',
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
  access: RepositoryClient,
  number: number,
  wanted: readonly MigrationLabel[],
): Promise<void> {
  const { github, calls, ownerRepo } = access;
  const where = { ...ownerRepo, issue_number: number };
  const present = await calls.read((options) =>
    github.paginate(github.rest.issues.listLabelsOnIssue, {
      ...{ ...where, ...options, per_page: 100 },
    }),
  );
  const own = new Map(present.flatMap(({ name }) => [[labelNamed(name), name] as const]));
  const missing = wanted.filter((label) => !own.has(label));
  for (const label of missing) await ensureLabel(access, MIGRATION_LABELS[label]);
  if (missing.length > 0) {
    const labels = missing.map((label) => MIGRATION_LABELS[label].name);
    await calls.write((options) => github.rest.issues.addLabels({ ...where, ...options, labels }));
  }
  for (const [label, name] of own) {
    if (label === undefined || wanted.includes(label)) continue;
    await removeLabel(access, number, name);
  }
}

/** Makes a label where the repository has none of that name. One that is there stays as it looks. */
async function ensureLabel(
  { github, calls, ownerRepo }: RepositoryClient,
  label: Label,
): Promise<void> {
  try {
    await calls.read((options) =>
      github.rest.issues.getLabel({ ...ownerRepo, ...options, name: label.name }),
    );
  } catch (thrown) {
    if (refusalOf(thrown)?.status !== 404) throw thrown;
    try {
      await calls.write((options) =>
        github.rest.issues.createLabel({ ...ownerRepo, ...options, ...label }),
      );
    } catch (refused) {
      // Somebody was faster.
      if (refusalOf(refused)?.status !== 422) throw refused;
    }
  }
}

async function removeLabel(
  { github, calls, ownerRepo }: RepositoryClient,
  number: number,
  name: string,
) {
  try {
    await calls.write((options) =>
      github.rest.issues.removeLabel({ ...ownerRepo, ...options, issue_number: number, name }),
    );
  } catch (thrown) {
    if (refusalOf(thrown)?.status !== 404) throw thrown;
  }
}
