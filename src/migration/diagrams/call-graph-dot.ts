import type { CFunctionSymbol } from '../artifacts/symbol.ts';

/** How far the migration of a function is. */
export type FunctionStatus = 'pending' | 'migrated' | 'blocked' | 'skipped';

export interface CallGraphOptions {
  readonly title: string;
  readonly statusOf?: (id: string) => FunctionStatus;
}

/**
 * The call graph of some functions in the DOT language of Graphviz. Calls are drawn as arrows, what
 * may only be called through a pointer as dashed ones, and a function with calls that cannot
 * be resolved has a dashed border. Nodes have a class for each status, by which a picture is coloured.
 */
export function callGraphDot(
  functions: readonly CFunctionSymbol[],
  { title, statusOf = () => 'pending' }: CallGraphOptions,
): string {
  const numbers = new Map(functions.map(({ id }, index) => [id, index]));
  const nodes = functions.map((symbol, index) => {
    const where = `${symbol.file}:${symbol.start_line}`;
    const attributes = {
      label: `${symbol.name}\n${where}`,
      class: statusOf(symbol.id),
      tooltip: symbol.signature,
      ...(symbol.ref.unresolved_calls ? { style: 'dashed' } : {}),
    };
    return `  n${index} [${print(attributes)}];`;
  });
  const edges = functions.flatMap((symbol, from) => {
    const arrows = (ids: readonly string[], suffix: string) =>
      ids.flatMap((id) => {
        const to = numbers.get(id);
        return to === undefined ? [] : [`  n${from} -> n${to}${suffix};`];
      });
    return [...arrows(symbol.calls, ''), ...arrows(symbol.may_call, ' [style=dashed]')];
  });
  const counts = Map.groupBy(functions, ({ id }) => statusOf(id));
  const states = [...counts]
    .filter(([status]) => status !== 'pending')
    .map(([status, found]) => `${found.length} ${status}`)
    .sort();
  const label = [title, ...states].join(', ');
  return [
    'digraph calls {',
    `  graph [${print({ label, labelloc: 't', rankdir: 'LR', bgcolor: 'transparent' })}];`,
    '  graph [nodesep=0.12, ranksep=0.5, fontname="Helvetica,Arial,sans-serif", fontsize=14];',
    '  node [shape=box, fontname="Helvetica,Arial,sans-serif", fontsize=11, height=0.3];',
    '  edge [arrowsize=0.6];',
    ...nodes,
    ...edges,
    '}',
    '',
  ].join('\n');
}

function print(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(', ');
}

/** A string of DOT, in which a backslash begins an escape, and `&` an entity of HTML. */
function quoted(text: string): string {
  const whole = text.replaceAll('&', '&amp;');
  const plain = whole.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `"${plain}"`;
}
