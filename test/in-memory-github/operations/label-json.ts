import type { Issue, Label } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { apiUrl } from './repository-json.ts';

export function labelJson(world: World, repository: Repository, label: Label) {
  const { id, name, color, description } = label;
  const url = `${apiUrl(world, repository)}/labels/${encodeURIComponent(name)}`;
  return { id, node_id: `LA_${id}`, url, name, color, description, default: false };
}

/** The labels of an issue. */
export function labelsJson(world: World, repository: Repository, names: Iterable<string>) {
  return [...names].flatMap((name) => {
    const label = repository.labels.get(name.toLowerCase());
    return label === undefined ? [] : [labelJson(world, repository, label)];
  });
}

/** Gives an issue these labels and no others. */
export function setLabels(
  world: World,
  repository: Repository,
  { labels }: Issue,
  wanted: readonly (string | { readonly name?: string })[],
): void {
  labels.clear();
  for (const label of wanted) {
    const name = typeof label === 'string' ? label : label.name;
    if (name !== undefined) labels.add(ensureLabel(world, repository, name).name);
  }
}

/**
 * The label of that name; GitHub makes the ones that it does not know. Their description is empty
 * and not null: the schema of a list of pull requests has no null there.
 */
export function ensureLabel(
  world: World,
  repository: Repository,
  name: string,
  color = 'ededed',
  description = '',
): Label {
  const key = name.toLowerCase();
  const label = repository.labels.get(key) ?? { id: world.nextId(), name, color, description };
  repository.labels.set(key, label);
  return label;
}
