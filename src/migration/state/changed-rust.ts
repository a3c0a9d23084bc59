import { createHash } from 'node:crypto';
import { mayChange } from '../../code/rust/reach/added-code.ts';
import { type CrateCode, crateCode } from '../../code/rust/reach/crate-code.ts';
import { ReachedCode } from '../../code/rust/reach/reached-code.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { Standing } from './standing.ts';
import type { MappedSymbol } from './symbol-map.ts';

/** Digests of Rust by file and item. */
export type ComparedRust = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Where the Rust of a function is. */
type RustPlace = Pick<MappedSymbol, 'module' | 'rust_symbol'>;

/** Something of a crate that a comparison ran, and that is another now. */
interface ChangedRust {
  readonly file: string;
  readonly item: string;
  /** Whether it is the function itself. */
  readonly isOwn: boolean;
  readonly isNew: boolean;
}

/** Tells what Rust a comparison of a function runs: the function, and all of its crate that it reaches by names. */
export class CrateDigests {
  private readonly reached: ReachedCode;
  private readonly digests: ReadonlyMap<string, string>;

  /** @param texts the files of the crate, by path */
  constructor(parser: SourceParser, texts: ReadonlyMap<string, string>) {
    const sources = [...texts].filter(([path]) => /^src\/.*\.rs$/.test(path));
    this.reached = new ReachedCode(crateCode(parser, new Map(sources)));
    const same = Map.groupBy(this.reached.all, keyOf);
    this.digests = new Map(
      [...same].map(([key, list]) => [key, digestOf(list.map(({ text }) => text).join('\n'))]),
    );
  }

  /** What a comparison of a function runs now. */
  of(place: RustPlace): ComparedRust {
    const files = Map.groupBy(this.reached.from(this.startOf(place)), ({ file }) => file);
    const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([file, list]) => {
        const ids = [...new Set(list.map(({ id }) => id))].sort();
        return [file, Object.fromEntries(ids.map((id) => [id, this.digestOf(file, id) ?? '']))];
      }),
    );
  }

  /** What is another than when a function was compared, the function itself first. */
  changes(place: RustPlace, compared: ComparedRust): ChangedRust[] {
    const start = this.startOf(place);
    const name = place.rust_symbol.replace(/^.*::/, '');
    const isStart = (file: string, id: string) =>
      start.some((one) => one.file === file && one.id === id) ||
      // It may be gone.
      (file === place.module && id.split(' > ').at(-1) === `fn ${name}`);
    const changed = Object.entries(compared).flatMap(([file, items]) =>
      Object.entries(items).flatMap(([item, digest]): ChangedRust[] => {
        if (this.digestOf(file, item) === digest) return [];
        return [{ file, item, isOwn: isStart(file, item), isNew: false }];
      }),
    );
    changed.sort((one, other) => Number(other.isOwn) - Number(one.isOwn));
    return changed.length > 0 ? changed : this.additions(start, compared);
  }

  /** What has come since, and may give another meaning to what was compared. */
  private additions(start: readonly CrateCode[], compared: ComparedRust): ChangedRust[] {
    const now = [...this.reached.from(start)];
    const isKnown = ({ file, id }: CrateCode) => compared[file]?.[id] !== undefined;
    const known = new Set(now.filter(isKnown));
    return now
      .filter((one) => !isKnown(one) && mayChange(one, known, this.reached))
      .map(({ file, id }) => ({ file, item: id, isOwn: false, isNew: true }));
  }

  private digestOf(file: string, id: string): string | undefined {
    return this.digests.get(`${file} ${id}`);
  }

  /** The function; all of its file where the text does not show it. */
  private startOf({ module, rust_symbol: path }: RustPlace): readonly CrateCode[] {
    if (path === '') return [];
    const [name, owner = ''] = path.split('::').reverse();
    const inFile = this.reached.all.filter(({ file }) => file === module);
    const named = inFile.filter((one) => one.name === name && /^(?:fn|member)$/.test(one.kind));
    const own = named.filter(({ kind, head }) =>
      /^[A-Z]/.test(owner) ? head.has(owner) : kind === 'fn',
    );
    if (own.length > 0) return own;
    return named.length > 0 ? named : inFile;
  }
}

/** Compares the Rust of migrated functions with that which was compared with their C, by C function as `c_qname` has it. */
export function standingOfRust(
  mapped: readonly MappedSymbol[],
  digests: CrateDigests,
): ReadonlyMap<string, Standing> {
  return new Map(mapped.map((symbol) => [symbol.c_qname, standingBy(symbol, digests)]));
}

function standingBy(symbol: MappedSymbol, digests: CrateDigests): Standing {
  const { compared_rust: compared, rust_symbol: path } = symbol;
  if (path === '') return { kind: 'same' };
  if (compared === undefined) return { kind: 'not known' };
  const changed = digests.changes(symbol, compared);
  const [first] = changed;
  if (first === undefined) return { kind: 'same' };
  const { file, item, isOwn, isNew } = first;
  const what = item === '*' ? `something in ${file}` : `${item} in ${file}`;
  const how = isNew
    ? ', which is new, and may give what it uses another meaning'
    : ', which it uses';
  const more = changed.length === 1 ? '' : `; ${changed.length - 1} more that it uses`;
  return {
    kind: 'changed',
    because: `the Rust has changed since it was compared: ${what}${isOwn ? '' : how}${more}`,
  };
}

function keyOf({ file, id }: CrateCode): string {
  return `${file} ${id}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
