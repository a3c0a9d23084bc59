import { allOperations } from './description.ts';
import type { Operation } from './operation.ts';

interface Route {
  readonly id: string;
  readonly pattern: RegExp;
  /** What the groups of the pattern hold. */
  readonly names: readonly string[];
  readonly segments: number;
}

let table: ReadonlyMap<string, readonly Route[]> | undefined;

/** GitHub's paths by method, the more exact ones first: fewer parameters, then more of the rest. */
function routeTable(): ReadonlyMap<string, readonly Route[]> {
  const lists = new Map<string, Route[]>();
  for (const { method, template, id } of allOperations()) {
    const list = lists.get(method) ?? [];
    lists.set(method, list);
    list.push({ id, ...compiled(template), segments: template.split('/').length });
  }
  for (const list of lists.values()) {
    list.sort((a, b) => a.names.length - b.names.length || b.segments - a.segments);
  }
  return lists;
}

function compiled(template: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const source = template.replace(/\{([^}]+)\}|[.*+?^$()|[\]\\]/g, (text, name?: string) => {
    if (name === undefined) return `\\${text}`;
    names.push(name);
    // These two run over slashes: the path of a file and the name of a ref.
    return name === 'path' || name === 'ref' ? '(.+)' : '([^/]+)';
  });
  return { pattern: new RegExp(`^${source}$`), names };
}

export interface Match {
  /** GitHub's id of the operation. */
  readonly id: string;
  /** Undefined when GitHub has the operation and we do not. */
  readonly operation: Operation | undefined;
  readonly path: Readonly<Record<string, string>>;
}

/** The operation behind a path; undefined when GitHub has none there. */
export function routeOf(
  ours: ReadonlyMap<string, Operation>,
  method: string,
  pathname: string,
): Match | undefined {
  table ??= routeTable();
  for (const { id, pattern, names } of table.get(method) ?? []) {
    const found = pattern.exec(pathname);
    if (found === null) continue;
    const path = Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
    );
    return { id, operation: ours.get(id), path };
  }
  return undefined;
}

/** Operations by their ids. */
export function byId(list: readonly Operation[]): Map<string, Operation> {
  return new Map(list.map((one) => [one.description.id, one]));
}
