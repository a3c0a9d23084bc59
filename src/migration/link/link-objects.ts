import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangUnit } from '../../code/clang/unit.ts';
import { CSources } from '../../equivalence/planner/c-sources.ts';
import { isAboutObject } from '../../equivalence/rust-api/object-type.ts';
import type { RustCrate } from '../../equivalence/rust-api/rust-crate.ts';
import type { CDefinition } from '../steps/c-definitions.ts';
import type { CWrites } from './c-writes.ts';
import { type Linkable, unusedSymbol } from './function-shim.ts';
import { recordUsers } from './record-users.ts';
import { CAbi } from './shim/c-abi.ts';
import { dropFunction } from './shim/shim-function.ts';

interface LinkObjectsDeps {
  /** The folder of the C sources. */
  readonly sources: string;
  readonly crate: RustCrate;
  readonly writes: CWrites;
  /** Symbols that are taken. */
  readonly symbols: Set<string>;
  /** See `linkableFunctions`; of a function that takes or makes objects of a Rust type. */
  readonly shimOf: (definition: CDefinition, object: string) => Linkable;
}

/**
 * Has the functions of a type of objects take and make objects of Rust, to which the C has pointers. That
 * works for all of them or for none, and only where no other C looks into what the pointers lead to. What
 * releases such an object drops it.
 * @param object the Rust type
 * @param all the functions of the project, each as it is without objects
 */
export function linkObjects(
  object: string,
  all: readonly Linkable[],
  { sources, crate, writes, symbols, shimOf }: LinkObjectsDeps,
): Linkable[] {
  const members = all.filter(({ rust }) => {
    const target = rust === undefined ? undefined : crate.function(rust);
    return target !== undefined && isAboutObject(target, object);
  });
  const records = new Set(members.flatMap(({ definition }) => recordsOf(definition)));
  const [id = ''] = records;
  const unit = members[0]?.definition.unit;
  const record = unit?.records.get(id);
  const isOne = members.every(({ definition }) => definition.unit === unit);
  if (unit === undefined || record === undefined || records.size !== 1 || !isOne) return [...all];
  const releases = all.filter((one) =>
    isRelease(one, id, new CSources(sources, one.definition.unit)),
  );
  const linked = new Map<Linkable, Linkable>();
  for (const one of releases) {
    const symbol = unusedSymbol(one.definition.function.name, symbols);
    symbols.add(symbol);
    const { unit: own, function: f } = one.definition;
    const abi = new CAbi(own.records, 'C', () => false);
    const code = dropFunction(f, symbol, object);
    const subject = { unit: own, function: f };
    linked.set(one, { ...one, shim: { symbol, code, abi, subject, variables: [], object } });
  }
  for (const one of members) {
    if (!releases.includes(one)) linked.set(one, shimOf(one.definition, object));
  }
  const names = new Set([...linked.keys()].map(({ definition }) => definition.function.name));
  const unused = onlyNeededBy(names, unit);
  const user = [...recordUsers(record, unit, writes.trees)].find((name) => !unused.has(name));
  const refused = [...linked.values()].find(({ shim }) => 'because' in shim);
  const why =
    user !== undefined
      ? `${user === '' ? 'a declaration' : user} looks into ${record.name}, which would be an object of Rust`
      : refused !== undefined && 'because' in refused.shim
        ? `${refused.definition.function.name} takes the same objects, and is kept: ${refused.shim.because}`
        : undefined;
  return all.map((one) => {
    const own = linked.get(one);
    if (own === undefined) return one;
    if (why === undefined || 'because' in own.shim) return own;
    return { ...one, shim: { because: why } };
  });
}

/** Functions, and the static ones that only they call: without the bodies of the first, those never run. */
function onlyNeededBy(names: ReadonlySet<string>, { functions, globals }: ClangUnit): Set<string> {
  const found = new Set(names);
  const inTables = new Set(globals.flatMap((one) => one.functions));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, isStatic } of functions) {
      const users = functions.filter(
        ({ calls, addressTaken }) => calls.includes(name) || addressTaken.includes(name),
      );
      const isGone = users.length > 0 && users.every((one) => found.has(one.name));
      if (isStatic && isGone && !inTables.has(name)) found.add(name);
    }
  }
  return found;
}

/** The records to which a function takes or gives a pointer. */
function recordsOf({ function: { params, returns } }: CDefinition): string[] {
  return [...params.map(({ type }) => type), returns].flatMap((type) => pointedRecord(type) ?? []);
}

function pointedRecord(type: ClangCType): string | undefined {
  return type.kind === 'pointer' && type.to.kind === 'record' ? type.to.id : undefined;
}

/** Whether a function without evidence frees the object that it is given: dropping that needs none. */
function isRelease({ definition, isEqual }: Linkable, record: string, texts: CSources): boolean {
  const { function: f } = definition;
  const [param, ...more] = f.params;
  if (isEqual || param === undefined || more.length > 0 || f.returns.kind !== 'void') return false;
  const frees = new RegExp(`\\bfree\\s*\\(\\s*${param.name}\\s*\\)`);
  return pointedRecord(param.type) === record && frees.test(texts.textOf(f));
}
