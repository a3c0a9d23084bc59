import type { OtherFunction, RustSignature } from '../items/items.ts';
import { ruleFor } from '../items/macro-rules.ts';
import { pointee, type RustType } from '../items/types.ts';
import { joinTaint, type RustTaint } from '../state/taint.ts';
import type { CalledName, OtherFiles } from '../state/walk.ts';
import { crateNameOf, type ModulePath, modulePathOf } from './module-path.ts';
import type {
  PassedRustTaint,
  ReturnedRustTaint,
  RustKnowledge,
  RustShape,
  RustSurvey,
} from './rust-knowledge.ts';

interface Located {
  readonly survey: RustSurvey;
  readonly place: ModulePath;
}

interface Tables {
  readonly functions: ReadonlyMap<string, readonly (Located & { signature: RustSignature })[]>;
  readonly structs: ReadonlyMap<string, readonly (Located & { shape: RustShape })[]>;
  /** By the folder of a crate, the names of its modules. */
  readonly crates: ReadonlyMap<string, ReadonlySet<string>>;
  /** By the name of the function. */
  readonly passed: ReadonlyMap<string, readonly (PassedRustTaint & { from: string })[]>;
  readonly returned: ReadonlyMap<string, readonly (ReturnedRustTaint & { from: string })[]>;
}

/** By the knowledge, so that each table is made once. */
const tables = new WeakMap<RustKnowledge, Tables>();

/** A method of more types than these may be any. */
const MAX_IMPLEMENTATIONS = 8;

/**
 * What one file sees of the other Rust files of the project. A name that more than one definition may
 * be meant by is taken for none.
 */
export class ProjectView implements OtherFiles {
  private readonly path: string;
  private readonly place: ModulePath;
  private readonly knowledge: RustKnowledge;
  private readonly tables: Tables;

  constructor(knowledge: RustKnowledge, path: string) {
    this.knowledge = knowledge;
    this.path = path;
    this.place = modulePathOf(path);
    this.tables = tablesOf(knowledge);
  }

  /** The function of another file that a call means, where the names leave no doubt. */
  functionCalled({ name, path, receiver }: CalledName): OtherFunction | undefined {
    const named = this.tables.functions.get(name) ?? [];
    if (named.length === 0) return undefined;
    const { owner, qualifier } = receiver === undefined ? callee(path) : ofType(receiver);
    if (receiver !== undefined && owner === '') return undefined;
    const crate = this.crateOf(qualifier);
    if (crate === undefined) return undefined;
    const candidates = named.filter(
      ({ survey, place, signature }) =>
        survey.file !== this.path && place.crate === crate && signature.owner === owner,
    );
    const found = only(candidates, ({ place }) => lies(place, qualifier));
    return found && { file: found.survey.file, signature: found.signature };
  }

  /** The rule of a macro of another file that takes so many arguments, where the crate has exactly one. */
  macroCalled(name: string, parameters: number): OtherFunction | undefined {
    const rules = (this.tables.functions.get(`${name}!`) ?? []).filter(
      ({ survey, place }) => survey.file !== this.path && place.crate === this.place.crate,
    );
    const rule = ruleFor(rules, parameters, ({ signature }) => signature.owner);
    return rule && { file: rule.survey.file, signature: rule.signature };
  }

  /** The type of a field, where one struct of that name is in the crate. */
  fieldType(type: RustType | undefined, field: string): RustType | undefined {
    const at = pointee(type);
    const { owner, qualifier } = at === undefined ? NOTHING : ofType(at);
    const crate = this.crateOf(qualifier);
    const structs = (this.tables.structs.get(owner) ?? []).filter(
      ({ survey, place }) => survey.file !== this.path && place.crate === crate,
    );
    const found = only(structs, ({ place }) => lies(place, qualifier));
    return found?.shape.fields.find(({ name }) => name === field)?.type;
  }

  /** Untrusted data that calls in other files pass to a function of this one, by the position of the parameter. */
  passedTo({ name, owner, trait }: RustSignature): Map<number, RustTaint> {
    const passed = new Map<number, RustTaint>();
    for (const each of this.tables.passed.get(name) ?? []) {
      const isMeant =
        each.file === this.path ? each.owner === owner : trait !== '' && each.owner === trait;
      if (!isMeant || each.from === this.path) continue;
      passed.set(each.index, joinTaint(passed.get(each.index), each.taint) ?? each.taint);
    }
    return passed;
  }

  /** Untrusted data that a function of another file gives back: of a trait, what any implementation does. */
  returnedBy({ file, signature }: OtherFunction): RustTaint | undefined {
    const { name, owner } = signature;
    const all = (this.tables.returned.get(name) ?? []).filter((each) =>
      each.from === file ? each.owner === owner : each.trait !== '' && each.trait === owner,
    );
    if (all.length > MAX_IMPLEMENTATIONS) return undefined;
    return all.map(({ taint }) => taint).reduce<RustTaint | undefined>(joinTaint, undefined);
  }

  /** Whether only tests are built with the file. */
  get isTest(): boolean {
    const { crate, modules } = this.place;
    return this.knowledge.files.some(({ file, testModules }) => {
      if (testModules.length === 0) return false;
      const parent = modulePathOf(file);
      const depth = parent.modules.length;
      return (
        parent.crate === crate &&
        parent.modules.every((name, at) => name === modules[at]) &&
        testModules.includes(modules[depth] ?? '')
      );
    });
  }

  /** Whether another file of the crate makes a type anew from a raw pointer. */
  takesBack(owner: string): boolean {
    return this.knowledge.files.some(
      ({ file, takesBack }) =>
        takesBack.includes(owner) && modulePathOf(file).crate === this.place.crate,
    );
  }

  /** The crate that a path leads into; undefined where that is none of the project. */
  private crateOf(qualifier: readonly string[]): string | undefined {
    const [first] = qualifier;
    if (first === undefined || /^(?:crate|self|super|Self)$/.test(first)) return this.place.crate;
    for (const crate of this.tables.crates.keys()) if (crateNameOf(crate) === first) return crate;
    // `util::clean` of a module beside this file, or below it.
    const isModule = this.tables.crates.get(this.place.crate)?.has(first) === true;
    return isModule ? this.place.crate : undefined;
  }
}

const NOTHING = { owner: '', qualifier: [] };

/** The owner of `a::b::Type::method` and the path before it; a function in a module has none. */
function callee(path: string): { owner: string; qualifier: readonly string[] } {
  const segments = path.split('::').slice(0, -1);
  const last = segments.at(-1) ?? '';
  return /^[A-Z]/.test(last)
    ? { owner: last, qualifier: segments.slice(0, -1) }
    : { owner: '', qualifier: segments };
}

/** The name of a type, or of the trait of `impl Trait` and `dyn Trait`, and the path before it. */
function ofType(type: RustType): { owner: string; qualifier: readonly string[] } {
  const at = pointee(type) ?? type;
  if (at.kind === 'named') {
    const segments = at.path.split('::');
    return { owner: at.name, qualifier: segments.slice(0, -1) };
  }
  const trait = /\b(?:impl|dyn)\s+(?:\w+::)*(\w+)/.exec(at.text)?.[1];
  return trait === undefined ? NOTHING : { owner: trait, qualifier: [] };
}

/** Whether a file is the module that a path names last. */
function lies({ modules }: ModulePath, qualifier: readonly string[]): boolean {
  const last = qualifier.at(-1) ?? '';
  if (last === 'crate') return modules.length === 0;
  return modules.at(-1) === last;
}

/** The one candidate, or the one of several that fits best. */
function only<T>(candidates: readonly T[], fits: (candidate: T) => boolean): T | undefined {
  if (candidates.length === 1) return candidates[0];
  const best = candidates.filter(fits);
  return best.length === 1 ? best[0] : undefined;
}

function tablesOf(knowledge: RustKnowledge): Tables {
  const known = tables.get(knowledge);
  if (known !== undefined) return known;
  const functions = new Map<string, (Located & { signature: RustSignature })[]>();
  const structs = new Map<string, (Located & { shape: RustShape })[]>();
  const crates = new Map<string, Set<string>>();
  const passed = new Map<string, (PassedRustTaint & { from: string })[]>();
  const returned = new Map<string, (ReturnedRustTaint & { from: string })[]>();
  for (const survey of knowledge.files) {
    const place = modulePathOf(survey.file);
    const modules = crates.get(place.crate) ?? new Set<string>();
    crates.set(place.crate, modules);
    for (const name of place.modules) modules.add(name);
    for (const each of survey.passed) add(passed, each.name, { ...each, from: survey.file });
    for (const each of survey.returned) add(returned, each.name, { ...each, from: survey.file });
    for (const signature of survey.functions)
      add(functions, signature.name, { survey, place, signature });
    for (const shape of survey.structs) add(structs, shape.name, { survey, place, shape });
  }
  const made = { functions, structs, crates, passed, returned };
  tables.set(knowledge, made);
  return made;
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
