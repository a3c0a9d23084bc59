import { type Crate, deliveredFunctions } from '../../code/rust/crate/crate.ts';
import { descendants } from '../../code/syntax/syntax.ts';
import { type GateLocation, type GateResult, resultOfListing } from './gate-result.ts';
import type { CFunctionWork } from './stub/c-work.ts';

/**
 * Lists functions that call themselves, by whatever way, where the C has a loop: a long input can
 * use up the stack of the Rust and not that of the C.
 * @param name of the Rust function, without its path
 */
export function recursion(crate: Crate, name: string, c: CFunctionWork): GateResult {
  const functions = deliveredFunctions(crate);
  const calls = new Map(
    functions.map(({ file, fn }) => [
      fn.name,
      new Set(
        descendants(fn.body)
          .filter(({ type, field }) => /^(?:field_)?identifier$/.test(type) && field !== 'pattern')
          .map((node) => file.tree.textOf(node)),
      ),
    ]),
  );
  const places: GateLocation[] = functions
    .filter(({ fn }) => fn.name === name && c.loops > 0 && !c.callsItself)
    .filter(() => reaches(name, name, calls, new Set()))
    .map(({ file, fn }) => ({
      file: file.path,
      line: file.tree.location(fn.node).line,
      what: `${name} calls itself, where the C loops`,
    }));
  return resultOfListing('recursion', places, places[0]?.what ?? 'no recursion in place of a loop');
}

function reaches(
  from: string,
  to: string,
  calls: ReadonlyMap<string, ReadonlySet<string>>,
  seen: Set<string>,
): boolean {
  for (const next of calls.get(from) ?? []) {
    if (next === to) return true;
    if (seen.has(next) || !calls.has(next)) continue;
    seen.add(next);
    if (reaches(next, to, calls, seen)) return true;
  }
  return false;
}
