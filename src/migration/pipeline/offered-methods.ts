import type { Progress } from '../state/progress.ts';
import type { MappedSymbol } from '../state/symbol-map.ts';
import type { CFunctionSource, MigrationStep } from '../steps/step.ts';
import { taskKinds } from '../steps/task-kinds.ts';

/** Methods that one question is told, and characters of each. */
const MAX_METHODS = 2;
const MAX_CHARACTERS = 700;
const MAX_SIGNATURE = 300;

/** A method fits a task that shares so many of its kinds at least, and this part of all kinds of both. */
const LEAST_SHARED = 2;
const LEAST_LIKENESS = 0.5;

/**
 * What worked for other C functions of the project whose work is of the same kind: those whose Rust is recorded and did
 * the same as the C on inputs. It is derived from what is recorded, so what was taken back is offered no more.
 * @param steps all of the project
 * @returns one line each, the most alike first; none where nothing fits
 */
export function offeredMethods(
  step: MigrationStep,
  steps: readonly MigrationStep[],
  symbols: readonly MappedSymbol[],
  converted: Progress['converted'],
): readonly string[] {
  const wanted = step.functions.map(taskKinds);
  const sources = new Map(
    steps
      .filter((one) => one !== step)
      .flatMap(({ functions }) => functions.map((source) => [source.name, source] as const)),
  );
  for (const { name } of step.functions) sources.delete(name);
  const found = symbols.flatMap((symbol) => {
    const source = sources.get(symbol.c_qname);
    const cases = symbol.evidence.kind === 'equal' ? symbol.evidence.cases : 0;
    if (source === undefined || cases === 0 || symbol.signature === '') return [];
    const { likeness, shared } = mostAlike(wanted, source);
    if (shared.length < LEAST_SHARED || likeness < LEAST_LIKENESS) return [];
    return [{ symbol, likeness, shared, cases }];
  });
  found.sort(
    (a, b) =>
      b.likeness - a.likeness ||
      b.cases - a.cases ||
      (a.symbol.c_qname < b.symbol.c_qname ? -1 : 1),
  );
  return found.slice(0, MAX_METHODS).map(({ symbol, shared, cases }) => {
    const signature = symbol.signature.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SIGNATURE);
    const kinds = shared.join(', ');
    const done = converted.find(({ functions }) => functions.includes(symbol.c_qname));
    const text = `- A method that worked for C of this kind (${kinds}): ${symbol.c_name} became ${signature}, the same as the C on ${cases} inputs${wayOf(done)}`;
    return text.slice(0, MAX_CHARACTERS);
  });
}

function mostAlike(wanted: readonly (readonly string[])[], source: CFunctionSource) {
  const kinds = taskKinds(source);
  return wanted
    .map((own) => {
      const shared = kinds.filter((kind) => own.includes(kind));
      const all = new Set([...own, ...kinds]).size;
      return { likeness: all === 0 ? 0 : shared.length / all, shared };
    })
    .reduce((best, one) => (one.likeness > best.likeness ? one : best), {
      likeness: 0,
      shared: [],
    });
}

/** The commit, and what refused the Rust on the way. */
function wayOf(done: Progress['converted'][number] | undefined): string {
  if (done === undefined) return '';
  const commit = done.commit === '' ? '' : ` (commit ${done.commit.slice(0, 12)})`;
  const rounds = Object.entries(done.metrics.rounds).filter(([, count]) => count > 0);
  const refused = rounds.map(([kind, count]) => `${kind} ${count}`).join(', ');
  return refused === '' ? commit : `${commit}; refused on the way by: ${refused}`;
}
