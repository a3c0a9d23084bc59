import { lex, type Token } from '../../syntax/lexer.ts';
import {
  type BuildCondition,
  bothConditions,
  oppositeCondition,
  parseCondition,
  settingsIn,
} from '../ir/build-condition.ts';
import type { Macro, SettingUse } from '../ir/macro.ts';
import { macroDefinition, withoutComments } from './macro-definitions.ts';

/** The text from one directive of conditions to the next, with what must hold for it to be compiled. */
export interface GuardedRegion {
  readonly start: number;
  readonly guard: string;
}

/** What the preprocessor directives of a file say. */
export interface Directives {
  /** Every definition of a macro, in order; not those behind `#if 0`. */
  readonly macros: readonly Macro[];
  /** Where `#undef` first names a macro that the file has not defined before, so that a header has. */
  readonly undefinedFrom: ReadonlyMap<string, number>;
  /** How many lines stand where a setting holds and where it does not, by setting. */
  readonly settings: ReadonlyMap<string, SettingUse>;
  /** The stretches of the file, in order. */
  readonly regions: readonly GuardedRegion[];
  /** The condition under which the text at an offset is compiled, '' for none. */
  guardAt(offset: number): string;
}

/** An open `#if` with the branches that were seen of it. */
interface OpenGroup {
  readonly outer: string;
  readonly wasOff: boolean;
  /** The conditions of the earlier branches, each of which does not hold in the next ones. */
  readonly earlier: string[];
  /** The condition of the branch that is open, '' in an `#else`. */
  condition: string;
  /** Where its lines begin. */
  start: number;
}

/** The word of a directive; a comment may stand before it. */
const WORD = /^(?:#|%:)(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*([a-z]+)/;

/**
 * Reads the directives of a file from its tokens alone: the grammar loses them where
 * they cut through a statement.
 */
export function readDirectives(text: string, tokens: readonly Token[] = lex(text)): Directives {
  const reader = new DirectiveReader(text);
  for (const token of tokens) {
    const found = directiveIn(token);
    if (found !== undefined) reader.directive(found.word, found.body, token.start, token.end);
  }
  return reader;
}

/** The word of a directive and what stands behind it, without comments; undefined for any other token. */
export function directiveIn({ kind, text }: Token): { word: string; body: string } | undefined {
  if (kind !== 'directive') return undefined;
  const [whole, word] = WORD.exec(text) ?? [];
  if (whole === undefined || word === undefined) return undefined;
  return { word, body: withoutComments(text.slice(whole.length)).trim() };
}

/**
 * Branches of one `#if` that a later one is known to exclude. The condition of each names all of them, so
 * that a chain of thousands would cost the square of that.
 */
const MAX_EARLIER = 200;

class DirectiveReader implements Directives {
  readonly macros: Macro[] = [];
  readonly undefinedFrom = new Map<string, number>();
  readonly settings = new Map<string, SettingUse>();
  private readonly text: string;
  readonly regions: GuardedRegion[] = [{ start: 0, guard: '' }];
  private readonly groups: OpenGroup[] = [];
  /** Macros that `#undef` ended, and where each was defined last. */
  private readonly ended = new Set<string>();
  private readonly starts = new Map<string, number>();
  private readonly pushed: { name: string; macro: Macro | undefined }[] = [];
  private guard = '';
  private isOff = false;

  constructor(text: string) {
    this.text = text;
  }

  directive(word: string, body: string, start: number, end: number): void {
    switch (word) {
      case 'define': {
        const macro = this.isOff ? undefined : macroDefinition(body, this.guard);
        if (macro === undefined) return;
        const hasEnded = this.end(macro.name, start) || this.ended.has(macro.name);
        this.macros.push(hasEnded ? { ...macro, from: end } : macro);
        this.starts.set(macro.name, end);
        return;
      }
      case 'undef':
        if (this.isOff) return;
        if (this.end(body, start)) this.ended.add(body);
        else if (!this.undefinedFrom.has(body)) this.undefinedFrom.set(body, start);
        return;
      case 'pragma':
        return this.pragma(body, start, end);
      case 'if': {
        const name = /^!\s*defined\b[\s(]*(\w+)[\s)]*$/.exec(body)?.[1] ?? '';
        return this.open(this.definesFirst(name, end) ? '1' : body, end);
      }
      case 'ifdef':
        return this.open(`defined(${body})`, end);
      case 'ifndef':
        return this.open(this.definesFirst(body, end) ? '1' : `!defined(${body})`, end);
      case 'elif':
        return this.next(body, start, end);
      case 'elifdef':
        return this.next(`defined(${body})`, start, end);
      case 'elifndef':
        return this.next(`!defined(${body})`, start, end);
      case 'else':
        return this.next('', start, end);
      case 'endif':
        return this.close(start, end);
      default:
        return;
    }
  }

  /** `push_macro("name")` keeps a definition, and `pop_macro("name")` brings it back. */
  private pragma(body: string, start: number, end: number): void {
    const [, word, name] = /^(push|pop)_macro\s*\(\s*"(\w+)"\s*\)/.exec(body) ?? [];
    if (word === undefined || name === undefined || this.isOff) return;
    if (word === 'push') {
      const current = this.macros.findLast((macro) => macro.name === name && !macro.until);
      this.pushed.push({ name, macro: current });
      return;
    }
    const index = this.pushed.findLastIndex((pushed) => pushed.name === name);
    const [kept] = index < 0 ? [] : this.pushed.splice(index, 1);
    if (this.end(name, start)) this.ended.add(name);
    if (kept?.macro === undefined) return;
    const { until: _, ...macro } = kept.macro;
    this.macros.push({ ...macro, from: end });
  }

  /** Ends the definitions of a macro that were made under the condition of this place; whether there are any. */
  private end(name: string, until: number): boolean {
    let hasAny = false;
    for (const [index, macro] of this.macros.entries()) {
      if (macro.name !== name || macro.guard !== this.guard || macro.until !== undefined) continue;
      this.macros[index] = { ...macro, from: macro.from ?? this.starts.get(name) ?? 0, until };
      hasAny = true;
    }
    return hasAny;
  }

  guardAt(offset: number): string {
    const { regions } = this;
    let low = 0;
    let high = regions.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((regions[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return regions[low]?.guard ?? '';
  }

  /** Whether `#ifndef X` only keeps a header from being read twice, or gives X where the build does not. */
  private definesFirst(name: string, end: number): boolean {
    const next = /^\s*#[ \t]*define[ \t]+(\w+)/.exec(
      withoutComments(this.text.slice(end, end + 2000)),
    );
    return next?.[1] === name;
  }

  private open(condition: string, end: number): void {
    const { guard: outer, isOff: wasOff } = this;
    this.groups.push({ outer, wasOff, earlier: [], condition, start: end });
    this.enter(bothConditions(outer, asGuard(condition)), end);
  }

  private next(condition: string, start: number, end: number): void {
    const group = this.groups.at(-1);
    if (group === undefined) return;
    this.count(group, start);
    const { condition: last, earlier } = group;
    const isNew = last !== '' && !earlier.includes(last);
    if (isNew && earlier.length < MAX_EARLIER) earlier.push(last);
    const conditions = [...group.earlier.map(oppositeCondition), condition];
    group.condition = condition;
    group.start = end;
    this.isOff = group.wasOff;
    this.enter(conditions.map(asGuard).reduce(bothConditions, group.outer), end);
  }

  private close(start: number, end: number): void {
    const group = this.groups.pop();
    if (group === undefined) return;
    this.count(group, start);
    this.isOff = group.wasOff;
    this.enter(group.outer, end);
  }

  private enter(guard: string, start: number): void {
    const condition = parseCondition(guard);
    this.isOff ||= isNever(condition);
    this.guard = guard;
    this.regions.push({ start, guard });
  }

  /** Counts the lines of a branch that ends for the settings that it asks for. */
  private count(group: OpenGroup, end: number): void {
    const lines = linesIn(this.text, group.start, end);
    const tell = (condition: string, value: boolean) => {
      for (const [setting, positive] of signs(parseCondition(condition), value)) {
        const { on, off } = this.settings.get(setting) ?? { on: 0, off: 0 };
        this.settings.set(setting, positive ? { on: on + lines, off } : { on, off: off + lines });
      }
    };
    if (group.condition !== '') tell(group.condition, true);
    else for (const condition of group.earlier) tell(condition, false);
  }
}

/** A condition without those that always hold. */
function asGuard(condition: string): string {
  const parsed = parseCondition(condition);
  return parsed.kind === 'constant' && parsed.value ? '' : condition;
}

/** Whether a condition cannot hold, as that of `#if 0`. */
export function isNever(condition: BuildCondition): boolean {
  if (condition.kind === 'and') return condition.operands.some(isNever);
  return condition.kind === 'constant' && !condition.value;
}

/** Each setting of a condition, with whether it speaks for the condition or against it. */
function signs(condition: BuildCondition, value: boolean): [string, boolean][] {
  if (condition.kind === 'not') return signs(condition.operand, !value);
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.operands.flatMap((operand) => signs(operand, value));
  return settingsIn(condition).map((setting) => [setting, value]);
}

function linesIn(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', start + 1); at >= 0 && at < end; at = text.indexOf('\n', at + 1))
    lines += 1;
  return lines;
}
