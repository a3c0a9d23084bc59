import { lex, type Token } from '../../syntax/lexer.ts';
import type { SourceParser } from '../../syntax/source-parser.ts';
import { descendants, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import { isContainer } from '../declarations/declaration-containers.ts';
import { type Directives, readDirectives } from '../declarations/directives.ts';
import type { Span } from '../ir/ast.ts';
import type { Configuration } from '../ir/configuration.ts';
import { buildsOf } from './active-tokens.ts';
import { composeTree, type ParsedFragment } from './composed-tree.ts';
import { unfittingBraces, withFittingBraces } from './fitting-braces.ts';
import { foreignPlaces } from './foreign-text.ts';
import { type Item, type ItemKind, itemsOf } from './items.ts';
import { expandTokens, type MacroAt, shapeOfMacro } from './macro-tokens.ts';
import { malformedPlaces } from './malformed.ts';
import {
  hasParameterList,
  hasStructuralUse,
  ItemParser,
  isMisreadCall,
  isStray,
  makesBlocks,
  makesDeclaration,
} from './read-items.ts';

/** The tokens and directives of a file, which need no grammar. */
export interface UnitTokens {
  readonly tokens: readonly Token[];
  readonly directives: Directives;
}

/** A file as it is lowered. */
export interface UnitReading {
  /** The tree, in which items that did not parse were read anew. */
  readonly tree: SyntaxTree;
  /** The tokens within code, in the order of the file; macros' bodies are none of them. */
  readonly code: readonly Token[];
  /** The blocks that these stand in. */
  readonly blocks: readonly Span[];
  /** Code that no build that was read compiles. */
  readonly unread: readonly Token[];
  /** Tokens that something else was read for, such as the macros that were expanded. */
  readonly replaced: readonly Token[];
  /** The stretches of the file that were read anew by themselves. */
  readonly readAnew: readonly Span[];
  /** What stands behind a bracket that nothing closes up to the end of the file, from that bracket on. */
  readonly unclosed: Span | undefined;
  /** Where the code is none that a compiler takes, although something was made of it. */
  readonly malformed: readonly Token[];
  /** Braces without a counterpart: what stands around them was read as it may be meant. */
  readonly unfitting: readonly Token[];
}

export function readTokens(text: string): UnitTokens {
  const tokens = lex(text);
  return { tokens, directives: readDirectives(text, tokens) };
}

/**
 * Finds out what of a file is code, by brackets alone, and reads anew what the grammar made no function
 * of: in each build that compiles it, with macros expanded that change its structure.
 */
export function readUnit(
  tree: SyntaxTree,
  parser: SourceParser,
  { tokens, directives }: UnitTokens,
  configuration: Configuration,
): UnitReading {
  const macroAt: MacroAt = (name, offset) =>
    configuration.macro(name, directives.guardAt(offset), offset);
  const parsed = new ParsedItems(tree);
  const items = new ItemParser(parser, tree.text, macroAt);
  const { builds, rest } = buildsOf(tokens, directives, configuration);
  const code = new Map<number, Token>();
  const blocks: Span[] = [];
  const replaced: Token[] = [];
  const found: FoundItem[] = [];
  let unclosed: Span | undefined;
  let malformed: readonly Token[] = [];
  let unfitting: readonly Token[] = [];
  for (const build of builds) {
    const expanded = expandTokens(
      build.tokens,
      macroAt,
      (macro) => shapeOfMacro(macro).isUnbalanced,
    );
    const all = withFittingBraces(expanded);
    if (all !== build.tokens) {
      const kept = new Set(all);
      replaced.push(...build.tokens.filter((token) => !kept.has(token)));
    }
    for (const item of itemsOf(all)) {
      const own = all.slice(item.from, item.to);
      // What closes where in the other builds is less certain: their conditions are made up.
      if (build === builds[0] && item.to === all.length) unclosed = unclosedIn(own, item.kind);
      if (build !== builds[0] && !own.some(build.isNew)) continue;
      const inBlocks = item.blocks.flatMap(({ open, close }) => all.slice(open + 1, close));
      for (const token of inBlocks) code.set(token.start, token);
      for (const { open, close } of item.blocks)
        blocks.push({ start: all[open]?.start ?? 0, end: all[close]?.end ?? tree.text.length });
      const span = { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 };
      const isRead = needsReading(item, own, all, inBlocks, parsed, macroAt);
      found.push({ kind: item.kind, tokens: own, span, isRead, hasCode: item.blocks.length > 0 });
    }
    if (build === builds[0]) {
      const isNoMacro = ({ text, start }: Token) => macroAt(text, start) === undefined;
      malformed = [
        ...malformedPlaces(all, ({ start }) => code.has(start), macroAt),
        ...foreignPlaces(tokens, all, tree.text).filter(isNoMacro),
      ];
      unfitting = unfittingBraces(expanded);
    }
  }
  const fragments: ParsedFragment[] = [];
  const places: Span[] = [];
  let base = tree.text.length + 1;
  for (const { kind, tokens: own, span, isForced } of itemsToRead(found)) {
    const read = items.read(own, kind, base);
    if (!isForced && !parsed.isWorseThan(read.loss, span, kind === 'function')) continue;
    fragments.push(read);
    places.push(span);
    replaced.push(...read.replaced);
    base += read.fragment.text.length + 1;
  }
  return {
    tree: composeTree(tree, fragments, parsed.replacedBy(places)),
    code: [...code.values()].sort((left, right) => left.start - right.start),
    blocks,
    unread: rest,
    replaced,
    readAnew: places,
    unclosed,
    malformed,
    unfitting,
  };
}

/**
 * What stands behind the first bracket of an item that nothing closes. Of the braces of a function the grammar has said
 * so already; of others it may have closed them with that of a function in them.
 */
function unclosedIn(own: readonly Token[], kind: ItemKind): Span | undefined {
  const open: Token[] = [];
  for (const token of own) {
    const opening = OPENED_BY.get(token.text);
    if (/^[([{]$/.test(token.text)) open.push(token);
    else if (token.text === '}') {
      // What nothing closes within braces, the grammar has said already.
      const brace = open.findLastIndex(({ text }) => text === '{');
      if (brace >= 0) open.length = brace;
    } else if (opening !== undefined && open.at(-1)?.text === opening) open.pop();
  }
  const first = open.find(({ text }) => text !== '{' || kind !== 'function');
  return first && { start: first.start, end: own.at(-1)?.end ?? first.end };
}

const OPENED_BY: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
]);

/** An item of one build. */
interface FoundItem {
  readonly kind: ItemKind;
  readonly tokens: readonly Token[];
  readonly span: Span;
  readonly hasCode: boolean;
  /** Whether it is to be read by itself, whatever becomes of others. */
  readonly isRead: boolean;
}

/**
 * The items to read by themselves. What is read so takes the place of what the grammar made of all
 * builds together; so where one build of an item is read, all are.
 */
function itemsToRead(found: readonly FoundItem[]): (FoundItem & { isForced: boolean })[] {
  const sorted = found
    .filter(({ hasCode, isRead }) => hasCode || isRead)
    .toSorted((left, right) => left.span.start - right.span.start);
  const groups: FoundItem[][] = [];
  let end = -1;
  for (const item of sorted) {
    if (item.span.start >= end) groups.push([item]);
    else groups.at(-1)?.push(item);
    end = Math.max(end, item.span.end);
  }
  return groups
    .filter((group) => group.some(({ isRead }) => isRead))
    .flatMap((group) => group.map((item) => ({ ...item, isForced: group.length > 1 })));
}

/** Whether the grammar made something else of an item than brackets and macros say. */
function needsReading(
  item: Item,
  own: readonly Token[],
  all: readonly Token[],
  code: readonly Token[],
  parsed: ParsedItems,
  macroAt: MacroAt,
): boolean {
  const head = own.slice(0, (item.blocks[0]?.open ?? item.to) - item.from);
  if (head.some((token) => makesBlocks(token, macroAt))) return true;
  if (head.some((token) => makesDeclaration(token, macroAt))) return true;
  if (item.blocks.length === 0) return false;
  const span = { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 };
  const isKnown = item.blocks.every(
    ({ kind, open }) => kind !== 'body' || parsed.hasBodyAt(all[open]?.start ?? 0),
  );
  if (!isKnown || parsed.isBroken(span)) return true;
  return hasStructuralUse(code, macroAt);
}

/** What the grammar made of the items of a file. */
class ParsedItems {
  private readonly bodies = new Set<number>();
  /** Items that do not parse whole, and what stands outside of functions only by mistake; in order. */
  private readonly broken: SyntaxNode[] = [];
  private readonly errors: readonly SyntaxNode[];
  private readonly missing: readonly number[];

  constructor(tree: SyntaxTree) {
    const walk = (node: SyntaxNode): void => {
      for (const child of node.children) {
        if (child.type === 'ERROR') this.broken.push(child);
        if (isContainer(child.type)) walk(child);
        else if (isLost(child, tree)) this.broken.push(child);
        else this.addBodies(child);
      }
    };
    walk(tree.root);
    this.missing = tree.missing;
    this.broken.sort((left, right) => left.start - right.start);
    this.errors =
      tree.errors === 0 ? [] : descendants(tree.root).filter(({ type }) => type === 'ERROR');
  }

  /** Whether a function that parsed whole has its body from an offset on. */
  hasBodyAt(offset: number): boolean {
    return this.bodies.has(offset);
  }

  isBroken(span: Span): boolean {
    return this.broken.some((node) => overlap(node, span));
  }

  /** Whether less of a stretch parses than is lost of it in another reading. */
  isWorseThan(loss: number, span: Span, isFunction: boolean): boolean {
    if (loss === 0) return true;
    let own = isFunction ? 0 : 1;
    for (const error of this.errors)
      if (overlap(error, span))
        own += 2 + Math.min(error.end, span.end) - Math.max(error.start, span.start);
    for (const node of this.broken)
      if (node.type !== 'ERROR' && overlap(node, span))
        own += isStray(node) || isHeadless(node) ? node.end - node.start : 1;
    for (const offset of this.missing) if (span.start <= offset && offset < span.end) own += 1;
    return loss < own;
  }

  /** The items that some stretches take the place of. */
  replacedBy(spans: readonly Span[]): (node: Span & Partial<SyntaxNode>) => boolean {
    const sorted = spans.toSorted((left, right) => left.start - right.start);
    // How far the stretches up to each one reach: those that end before a node are passed over by bisection.
    let reach = 0;
    const reaches = sorted.map((span) => {
      reach = Math.max(reach, endOf(span));
      return reach;
    });
    return (node) => {
      // Whatever is whole inside of a stretch is read there; what reaches out of it, only where it is broken.
      const touching: Span[] = [];
      for (let at = firstBeyond(reaches, node.start); at < sorted.length; at += 1) {
        const span = sorted[at];
        if (span === undefined || span.start >= endOf(node)) break;
        if (overlap(node, span)) touching.push(span);
      }
      if (touching.length === 0) return false;
      if (touching.some(({ start, end }) => start <= node.start && node.end <= end)) return true;
      return node.type === 'function_definition' && this.broken.some((broken) => broken === node);
    };
  }

  private addBodies(item: SyntaxNode): void {
    for (const node of descendants(item)) {
      if (isMisreadCall(node)) this.broken.push(item);
      if (node.type !== 'function_definition' && node.type !== 'inline_method_definition') continue;
      for (const child of node.children) if (child.field === 'body') this.bodies.add(child.start);
    }
  }
}

function isLost(node: SyntaxNode, tree: SyntaxTree): boolean {
  if (tree.broken.has(node) || isStray(node)) return true;
  return isHeadless(node);
}

/** Whether a function has no declarator of one, as where a macro makes its head. */
function isHeadless(node: SyntaxNode): boolean {
  return node.type === 'function_definition' && !hasParameterList(node);
}

function overlap(left: Span, right: Span): boolean {
  return left.start < endOf(right) && right.start < endOf(left);
}

/** An empty stretch counts as one character. */
function endOf({ start, end }: Span): number {
  return Math.max(end, start + 1);
}

/** The index of the first of some numbers, which do not fall, that is greater than a limit. */
function firstBeyond(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) > limit) to = middle;
    else from = middle + 1;
  }
  return from;
}
