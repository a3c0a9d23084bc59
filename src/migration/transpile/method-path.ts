import type { CrateItem } from '../crate/item-changes.ts';
import { modulePath } from '../crate/module-plan.ts';

/** Where a function is to go. */
interface Target {
  readonly file: string;
  /** The path within the crate. */
  readonly rust: string;
}

/**
 * A method is known by the path of its type: the file that its block stands in may be another, from which the
 * type has no path that others can use. A planner may name either.
 */
export function withPathOfType<One extends Target>(
  one: One,
  items: ReadonlyMap<string, CrateItem>,
): One {
  const [name = '', owner = ''] = one.rust.split('::').reverse();
  const module = moduleOfType(items, one.file, owner);
  return module === undefined ? one : { ...one, rust: [...module, owner, name].join('::') };
}

/** The module of a type that is defined in another file; undefined where it is not, or where there are several. */
export function moduleOfType(
  items: ReadonlyMap<string, CrateItem>,
  file: string,
  type: string,
): readonly string[] | undefined {
  const [one, ...others] = [...items.values()].filter(
    ({ item, isTest }) => !isTest && item.key === `type ${type}`,
  );
  if (one === undefined || others.length > 0 || one.file === file) return undefined;
  const inline = one.path.split(' > ').slice(0, -1);
  return [...modulePath(one.file), ...inline.map((part) => part.replace(/^mod /, ''))];
}
