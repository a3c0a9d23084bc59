import type { CrateCode } from './crate-code.ts';

/** The pieces of a crate by the names that lead to them, and what each of them leads to. */
export class ReachedCode {
  readonly all: readonly CrateCode[];
  private readonly byName: ReadonlyMap<string, readonly CrateCode[]>;
  private readonly byMember: ReadonlyMap<string, readonly CrateCode[]>;
  private readonly byModule: ReadonlyMap<string, readonly CrateCode[]>;
  private readonly traitBlocks: readonly CrateCode[];
  /** What is part of every build. */
  private readonly always: readonly CrateCode[];
  private readonly next = new Map<CrateCode, ReadonlySet<CrateCode>>();

  constructor(all: readonly CrateCode[]) {
    this.all = all;
    this.byName = grouped(all, namesOf);
    this.byMember = grouped(all, membersOf);
    this.byModule = Map.groupBy(all, ({ module }) => module);
    this.traitBlocks = all.filter(({ kind }) => kind === 'trait impl');
    this.always = all.filter(
      ({ kind, text }) => kind === 'header' || (kind === 'module' && /^# \[ path\b/.test(text)),
    );
  }

  /** All that some pieces use, directly or not, with them. */
  from(start: readonly CrateCode[]): ReadonlySet<CrateCode> {
    const reached = new Set([...start, ...(start.length === 0 ? [] : this.always)]);
    // What is added on the way is visited, too.
    for (const code of reached) for (const next of this.nextOf(code)) reached.add(next);
    return reached;
  }

  /** Whether names of other modules are there without being named: `use super::*`. */
  hasGlob(module: string): boolean {
    return (this.byModule.get(module) ?? []).some(({ kind }) => kind === 'glob');
  }

  /** Whether a name is one of a type of the crate. */
  isType(name: string): boolean {
    return (this.byName.get(name) ?? []).some(({ kind }) => kind === 'type');
  }

  private isAlias(name: string): boolean {
    return (this.byName.get(name) ?? []).some(
      ({ kind, names }) => kind === 'alias' || (kind === 'use' && names.aliases.has(name)),
    );
  }

  private nextOf(code: CrateCode): ReadonlySet<CrateCode> {
    const known = this.next.get(code);
    if (known !== undefined) return known;
    const found = new Set<CrateCode>();
    const add = (more: readonly CrateCode[]) => {
      for (const one of more) found.add(one);
    };
    const { plain, methods, macros, paths } = code.names;
    for (const name of plain) add(this.named(name, code));
    for (const name of macros) add(this.named(name, code));
    for (const name of methods) add(this.byMember.get(name) ?? []);
    for (const [owner, names] of paths)
      for (const name of names) add(this.behindPath(owner, name, code));
    for (const name of code.head) add(this.named(name, code));
    for (const part of code.file.replace(/^src\/|\.rs$/g, '').split('/'))
      add((this.byName.get(part) ?? []).filter(({ kind }) => kind === 'module'));
    add((this.byModule.get(code.module) ?? []).filter(({ kind }) => kind === 'glob'));
    // Values of a type are dropped, compared and printed by what it implements, without a name.
    if (code.kind === 'type' || code.kind === 'trait')
      add(this.traitBlocks.filter(({ head }) => head.has(code.name)));
    this.next.set(code, found);
    return found;
  }

  private named(name: string, { module }: CrateCode): readonly CrateCode[] {
    const isWide = this.hasGlob(module);
    return (this.byName.get(name) ?? []).filter(
      (one) => one.kind !== 'use' || one.module === module || one.isPublic || isWide,
    );
  }

  /** @param owner the name before it */
  private behindPath(owner: string, name: string, from: CrateCode): readonly CrateCode[] {
    const members = this.byMember.get(name) ?? [];
    const ofTraits = members.filter(({ kind }) => kind !== 'member');
    const ofType = (isMeant: (head: ReadonlySet<string>) => boolean) =>
      members.filter(({ kind, head }) => kind !== 'member' || isMeant(head));
    if (owner === 'Self') {
      const words = [...from.owner];
      if (words.length === 0 || words.some((word) => this.isAlias(word))) return members;
      return ofType((head) => words.some((word) => this.isType(word) && head.has(word)));
    }
    // What a `use` names as it is called elsewhere is found there, or is of a library.
    const known = (this.byName.get(owner) ?? []).filter(
      ({ kind, names }) => kind !== 'use' || names.aliases.has(owner),
    );
    const isOwn =
      known.length > 0 && known.every(({ kind }) => kind === 'type' || kind === 'trait');
    if (isOwn) return ofType((head) => head.has(owner));
    const isKnown = known.length > 0 || this.byMember.has(owner) || from.names.aliases.has(owner);
    const free = this.named(name, from);
    // A type of a library, or one that a caller chooses: it has no methods of its own here.
    if (!isKnown && owner !== '') return /^[A-Z]/.test(owner) ? ofTraits : [...free, ...ofTraits];
    const isModule = known.length > 0 && known.every(({ kind }) => kind === 'module');
    return isModule ? [...free, ...ofTraits] : [...free, ...members];
  }
}

function grouped(
  all: readonly CrateCode[],
  namesOfOne: (code: CrateCode) => Iterable<string>,
): ReadonlyMap<string, readonly CrateCode[]> {
  const groups = new Map<string, CrateCode[]>();
  for (const code of all) {
    for (const name of new Set(namesOfOne(code))) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [code]);
      else group.push(code);
    }
  }
  return groups;
}

/** The names by which a piece is found where nothing stands before them. */
function namesOf({ kind, name, text }: CrateCode): Iterable<string> {
  if (kind === 'other') return text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return kind === 'member' || name === '' ? [] : [name];
}

/** The names by which a piece is found behind a value or a type. */
function membersOf(code: CrateCode): Iterable<string> {
  if (code.kind === 'other') return namesOf(code);
  return code.kind === 'member' ? [code.name] : code.members;
}
