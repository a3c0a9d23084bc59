import type { SourceParser } from '../../syntax/source-parser.ts';
import type { SyntaxTree } from '../../syntax/syntax.ts';
import { cachedSyntax } from '../../syntax/syntax-cache.ts';
import { type RustToken, rustTokens } from '../account/tokens.ts';
import { allHold, cfgsOf } from '../crate/attributes.ts';
import { isItems, parseItems, type RustItem } from '../items/item-list.ts';
import { type CodeNames, namesIn, plainName } from './code-names.ts';
import { codeText, plainCode } from './plain-code.ts';
import { useLeaves } from './use-leaves.ts';

/** `other` is what the text does not show the names of: a macro that makes items, or a file that does not parse. */
type CodeKind =
  | ('fn' | 'type' | 'alias' | 'value' | 'trait' | 'macro' | 'module' | 'use' | 'glob')
  /** An item of a block that implements no trait; and all of a block that does. */
  | ('member' | 'trait impl' | 'header' | 'other');

/** A piece of a crate that is there or is not, as one. */
export interface CrateCode {
  readonly file: string;
  /** Tells it from all others of its file: keys from the outermost on, as in `impl Square > fn area`. */
  readonly id: string;
  readonly kind: CodeKind;
  /** The file and the modules in it where its names are looked up. */
  readonly module: string;
  /** Empty where it has none. */
  readonly name: string;
  /** Of a trait, or a block that implements one: the names that it has. */
  readonly members: ReadonlySet<string>;
  /** Of a block, or a member of one: the words before its brace. */
  readonly head: ReadonlySet<string>;
  /** Those of them that tell the type which the block is of. */
  readonly owner: ReadonlySet<string>;
  readonly isPublic: boolean;
  /** As a build sees it, with what stands around it. */
  readonly text: string;
  readonly names: CodeNames;
}

/** All that a build of a crate without its tests goes by, item by item. @param texts its sources, by path */
export function crateCode(
  parser: SourceParser,
  texts: ReadonlyMap<string, string>,
): readonly CrateCode[] {
  return [...texts].flatMap(([file, text]) => knownCodeOfFile(parser, file, text));
}

/** By the tree of a text, as long as that is kept: a crate is asked for anew for each of its functions. */
const known = new WeakMap<SyntaxTree, Map<string, readonly CrateCode[]>>();

function knownCodeOfFile(parser: SourceParser, file: string, text: string): readonly CrateCode[] {
  const tree = cachedSyntax(parser, text);
  const files = known.get(tree) ?? new Map<string, readonly CrateCode[]>();
  known.set(tree, files);
  const code = files.get(file) ?? codeOfFile(parser, file, text);
  files.set(file, code);
  return code;
}

/** What stands around an item. */
interface Around {
  readonly file: string;
  readonly prefix: string;
  readonly module: string;
  /** The text before the items, as a build sees it. */
  readonly outer: string;
}

function codeOfFile(parser: SourceParser, file: string, text: string): CrateCode[] {
  const list = parseItems(parser, text);
  const around = { file, prefix: '', module: file, outer: '' };
  if (!isItems(list)) return [piece(around, { id: '*', kind: 'other' }, plainCode(text))];
  const header = plainCode(list.header);
  return [
    ...(header.length === 0 ? [] : [piece(around, { id: '#!', kind: 'header' }, header)]),
    ...list.items.flatMap((item) => codeOfItem(item, around)),
  ];
}

function codeOfItem(item: RustItem, around: Around): CrateCode[] {
  const attributes = item.attributes.map((one) => one.slice(one.indexOf('[') + 1, -1).trim());
  if (!allHold(cfgsOf(attributes), { test: false, unknown: true })) return [];
  if (attributes.includes('test')) return [];
  const { key, name, members } = item;
  const id = `${around.prefix}${key}`;
  if (/^mod /.test(key) && members !== undefined) {
    const outer = codeText(plainCode(item.lead));
    const module = `${around.module} ${key}`;
    const inner = { ...around, prefix: `${id} > `, module, outer: `${around.outer}${outer}` };
    const own = piece(around, { id, kind: 'module', name }, plainCode(item.lead));
    return [own, ...members.flatMap((one) => codeOfItem(one, inner))];
  }
  if (/^(?:unsafe )?impl\b/.test(key)) return codeOfImpl(item, around, id);
  if (/^(?:pub\b.*)?\buse /.test(key)) return codeOfUse(item, around);
  const isMacro = key.startsWith('macro ');
  const tokens = isMacro ? rustTokens(item.text) : plainCode(item.text);
  const kind = kindOf(item);
  const inside = kind === 'trait' ? memberNames(item) : undefined;
  return [piece(around, { id, kind, name, members: inside }, tokens)];
}

function codeOfImpl(item: RustItem, around: Around, id: string): CrateCode[] {
  const before = plainCode(`${item.lead}\n${item.head}`);
  const head = wordsOf(before);
  // `for<'a>` is part of a bound.
  const at = before.findIndex(({ text }, here) => text === 'for' && before[here + 1]?.text !== '<');
  if (at >= 0 || item.members === undefined) {
    const owner = wordsOf(before.slice(at + 1));
    const named = { id, kind: 'trait impl', head, owner, members: memberNames(item) } as const;
    return [piece(around, named, plainCode(item.text))];
  }
  const inner = { ...around, prefix: `${id} > `, outer: `${around.outer}${codeText(before)}` };
  return item.members.flatMap((one) =>
    codeOfItem(one, inner).map((code): CrateCode => {
      const kind = code.kind === 'other' ? code.kind : 'member';
      return { ...code, kind, head, owner: head };
    }),
  );
}

function codeOfUse({ text, head }: RustItem, around: Around): CrateCode[] {
  const isPublic = /^\s*pub\b/.test(head);
  return useLeaves(plainCode(text)).map(({ name, path, isGlob }) => {
    const id = `${around.prefix}use ${isGlob || name === '' ? codeText(path) : name}`;
    const kind = isGlob ? 'glob' : 'use';
    return piece(around, { id, kind, name, isPublic }, path);
  });
}

function wordsOf(tokens: readonly RustToken[]): ReadonlySet<string> {
  return new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])));
}

function memberNames({ members = [], text }: RustItem): ReadonlySet<string> {
  if (members.length > 0) return new Set(members.map(({ name }) => plainName(name)));
  return new Set([...text.matchAll(/\b(?:fn|const|type)\s+(\w+)/g)].map(([, name = '']) => name));
}

function kindOf({ key, name, text }: RustItem): CodeKind {
  const [word] = key.split(' ');
  // A module with a body is here where that is one with inner attributes.
  if (name === '' || (word === 'mod' && text.endsWith('}'))) return 'other';
  if (word === 'type') return 'type';
  if (word === 'const') return 'value';
  if (word === 'mod') return 'module';
  return word === 'fn' || word === 'trait' || word === 'macro' ? word : 'other';
}

type Named = Pick<CrateCode, 'id' | 'kind'> & {
  readonly [Key in 'name' | 'members' | 'head' | 'owner' | 'isPublic']?: CrateCode[Key] | undefined;
};

function piece(around: Around, named: Named, tokens: readonly RustToken[]): CrateCode {
  const { id, kind, name = '', members, head, owner, isPublic = false } = named;
  const own = codeText(tokens);
  const { file, module, outer } = around;
  const isAlias = kind === 'type' && /^(?:# \[.*\] )*type /.test(own);
  return {
    ...{ file, id, module, isPublic, kind: isAlias ? 'alias' : kind, name: plainName(name) },
    ...{ members: members ?? new Set(), head: head ?? new Set(), owner: owner ?? new Set() },
    text: outer === '' ? own : `${outer} ${own}`,
    names: namesIn(tokens),
  };
}
