import type { RepositoryCalls } from './repository-client.ts';
import { refusalOf } from './retrying-calls.ts';

/** A label of a repository. */
export interface Label {
  readonly name: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  /** At most 100 characters. */
  readonly description: string;
}

/** The names of the labels of an issue or a pull request. */
export async function fetchLabels(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
): Promise<string[]> {
  const labels = await calls.read((options) =>
    github.paginate(github.rest.issues.listLabelsOnIssue, {
      ...{ ...ownerRepo, ...options, issue_number: number, per_page: 100 },
    }),
  );
  return labels.map(({ name }) => name);
}

/** Gives an issue or a pull request labels that the repository has. */
export async function addLabels(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
  labels: readonly string[],
): Promise<void> {
  await calls.write((options) =>
    github.rest.issues.addLabels({
      ...{ ...ownerRepo, ...options, issue_number: number, labels: [...labels] },
    }),
  );
}

/** Takes a label from an issue or a pull request, if it has it. */
export async function removeLabel(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
  name: string,
): Promise<void> {
  await ignoring(404, () =>
    calls.write((options) =>
      github.rest.issues.removeLabel({ ...ownerRepo, ...options, issue_number: number, name }),
    ),
  );
}

/** Makes a label where the repository has none of that name. One that is there stays as it looks. */
export async function ensureLabel(
  { github, calls, ownerRepo }: RepositoryCalls,
  label: Label,
): Promise<void> {
  const found = await ignoring(404, () =>
    calls.read((options) =>
      github.rest.issues.getLabel({ ...ownerRepo, ...options, name: label.name }),
    ),
  );
  if (found !== undefined) return;
  // GitHub refuses one that another worker has made in between.
  await ignoring(422, () =>
    calls.write((options) =>
      github.rest.issues.createLabel({ ...ownerRepo, ...options, ...label }),
    ),
  );
}

async function ignoring<Result>(
  status: number,
  request: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await request();
  } catch (thrown) {
    if (refusalOf(thrown)?.status === status) return undefined;
    throw thrown;
  }
}
