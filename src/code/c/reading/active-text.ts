import { lex, type Token } from '../../syntax/lexer.ts';
import { directiveIn } from '../declarations/directives.ts';
import { macroDefinition } from '../declarations/macro-definitions.ts';
import type { Span } from '../ir/ast.ts';
import type { ConditionNames, NameMeaning } from '../ir/build-names.ts';
import { conditionHolds } from '../ir/condition-value.ts';

/** How a text is read that a text before it includes. */
interface Inclusion {
  /** What the texts around define, which this one adds to. */
  readonly own: Map<string, NameMeaning | undefined>;
  /** Whether it is read for certain. */
  readonly isCertain: boolean;
  /** Hears of each `#include` that is not left out: what stands behind the word, and whether it is read for certain. */
  readonly onInclude: (body: string, isCertain: boolean) => void;
}

/** A text as a build compiles it, with each character at the place where it was. */
export interface ActiveText {
  readonly text: string;
  /** The stretches that the build leaves out, in order; nothing of them is in the text. */
  readonly aside: readonly Span[];
}

/** An open `#if`. */
interface Group {
  /** Whether it stands in code that is left out. */
  readonly isOff: boolean;
  /** Whether a branch before the next one holds, or may hold. */
  taken: Decision;
  /** Whether the branch that is open holds. */
  now: Decision;
  /** The directives of it. */
  readonly directives: Token[];
  /** The directives whose conditions are decided, and the digits that may stand for these. */
  readonly decided: { readonly token: Token; readonly word: string; readonly digit: string }[];
  isDecided: boolean;
}

/** What a name meant when `#pragma push_macro` kept it. */
interface Pushed {
  readonly name: string;
  readonly isCertain: boolean;
  /** Whether the text itself said so. */
  readonly isOwn: boolean;
  readonly meaning: NameMeaning | undefined;
}

type Decision = 'yes' | 'no' | 'maybe';

/**
 * Leaves out what a build does not compile, where what is known of names decides the conditions of `#if`.
 * Directives go too where all conditions of a group are decided; else a digit stands for those that are.
 */
export function activeText(text: string, names: ConditionNames, inclusion?: Inclusion): ActiveText {
  const reader = new ActiveTextReader(names, inclusion);
  let end = 0;
  for (const token of lex(text)) {
    const found = directiveIn(token);
    if (found === undefined) continue;
    reader.behind(end, token.start);
    end = token.end;
    reader.directive(found.word, found.body, token);
  }
  reader.behind(end, text.length);
  return reader.textOf(text);
}

/** A stretch from the first to the last of its characters that are no blanks; none where it has only such. */
function withoutBlanks(text: string, { start, end }: Span): Span[] {
  const inside = text.slice(start, end);
  const first = inside.search(/\S/);
  return first < 0 ? [] : [{ start: start + first, end: start + inside.trimEnd().length }];
}

class ActiveTextReader {
  private readonly names: ConditionNames;
  private readonly own: Map<string, NameMeaning | undefined>;
  private readonly inclusion: Inclusion | undefined;
  private readonly groups: Group[] = [];
  private readonly pushed: Pushed[] = [];
  private hasStdbool = false;
  private readonly aside: Span[] = [];
  private readonly replaced: { readonly span: Span; readonly by: string }[] = [];

  constructor(names: ConditionNames, inclusion: Inclusion | undefined) {
    this.names = names;
    this.own = inclusion?.own ?? new Map();
    this.inclusion = inclusion;
  }

  /** Notes the text from one directive to the next. */
  behind(start: number, end: number): void {
    if (this.isOff && end > start) this.aside.push({ start, end });
  }

  directive(word: string, body: string, token: Token): void {
    switch (word) {
      case 'if':
      case 'ifdef':
      case 'ifndef':
        return this.open(word, body, token);
      case 'elif':
      case 'elifdef':
      case 'elifndef':
      case 'else':
        return this.next(word, body, token);
      case 'endif':
        return this.close(token);
      default:
        if (this.isOff) this.aside.push(token);
        else this.define(word, body);
    }
  }

  textOf(text: string): ActiveText {
    while (this.groups.length > 0) this.finish(this.groups.pop());
    const { aside, replaced } = this;
    if (aside.length === 0 && replaced.length === 0) return { text, aside };
    const changes = [...replaced, ...aside.map((span) => ({ span, by: '' }))].sort(
      (left, right) => left.span.start - right.span.start,
    );
    const parts: string[] = [];
    let at = 0;
    for (const { span, by } of changes) {
      if (span.start < at) continue;
      const gone = text.slice(span.start, span.end).replace(/[^\r\n]/g, ' ');
      parts.push(text.slice(at, span.start), by, gone.slice(by.length));
      at = span.end;
    }
    parts.push(text.slice(at));
    return { text: parts.join(''), aside: aside.flatMap((span) => withoutBlanks(text, span)) };
  }

  private get isOff(): boolean {
    const group = this.groups.at(-1);
    return group !== undefined && (group.isOff || group.now === 'no');
  }

  private open(word: string, body: string, token: Token): void {
    const isOff = this.isOff;
    if (isOff) this.aside.push(token);
    const holds = isOff ? 'no' : this.decide(word, body);
    const group: Group = {
      ...{ isOff, taken: 'no', now: holds, directives: [], decided: [], isDecided: true },
    };
    this.groups.push(group);
    this.branch(group, word, token, holds);
  }

  private next(word: string, body: string, token: Token): void {
    const group = this.groups.at(-1);
    if (group === undefined) return;
    if (group.isOff) {
      this.aside.push(token);
      return;
    }
    const holds = group.taken === 'yes' ? 'no' : word === 'else' ? 'yes' : this.decide(word, body);
    // Behind a branch that may be taken, what holds by itself may be left out all the same.
    group.now = group.taken === 'maybe' && holds === 'yes' ? 'maybe' : holds;
    this.branch(group, word, token, holds);
  }

  private branch(group: Group, word: string, token: Token, holds: Decision): void {
    group.directives.push(token);
    if (holds === 'maybe') group.isDecided = false;
    else if (word !== 'else')
      group.decided.push({ token, word, digit: holds === 'yes' ? '1' : '0' });
    if (holds === 'yes') group.taken = 'yes';
    else if (holds === 'maybe') group.taken = 'maybe';
  }

  private close(token: Token): void {
    const group = this.groups.pop();
    if (group?.isOff) this.aside.push(token);
    group?.directives.push(token);
    this.finish(group);
  }

  private finish(group: Group | undefined): void {
    if (group === undefined || group.isOff) return;
    if (group.isDecided) {
      for (const span of group.directives) this.replaced.push({ span, by: '' });
      return;
    }
    for (const { token, word, digit } of group.decided)
      this.replaced.push({
        span: token,
        by: `${word.startsWith('el') ? '#elif' : '#if'} ${digit}`,
      });
  }

  private define(word: string, body: string): void {
    const isCertain =
      this.inclusion?.isCertain !== false && this.groups.every(({ now }) => now === 'yes');
    if (word === 'define') {
      const macro = macroDefinition(body, '');
      if (macro !== undefined)
        this.own.set(macro.name, isCertain ? { isDefined: true, macro } : undefined);
    } else if (word === 'undef') this.own.set(body, isCertain ? { isDefined: false } : undefined);
    else if (word === 'pragma') this.pragma(body, isCertain);
    else if (word === 'include') {
      if (body === '<stdbool.h>' && isCertain) this.hasStdbool = true;
      this.inclusion?.onInclude(body, isCertain);
    }
  }

  /** `push_macro("name")` keeps what a name means, and `pop_macro("name")` brings it back. */
  private pragma(body: string, isCertain: boolean): void {
    const [, word, name] = /^(push|pop)_macro\s*\(\s*"(\w+)"\s*\)/.exec(body) ?? [];
    if (word === undefined || name === undefined) return;
    if (word === 'push') {
      this.pushed.push({ name, isCertain, isOwn: this.own.has(name), meaning: this.own.get(name) });
      return;
    }
    const index = this.pushed.findLastIndex((pushed) => pushed.name === name);
    const [kept] = index < 0 ? [] : this.pushed.splice(index, 1);
    if (kept === undefined || !kept.isCertain || !isCertain) this.own.set(name, undefined);
    else if (kept.isOwn) this.own.set(name, kept.meaning);
    else this.own.delete(name);
  }

  private decide(word: string, body: string): Decision {
    const { own, names } = this;
    const known: ConditionNames = {
      meaningOf: (name) => (own.has(name) ? own.get(name) : names.meaningOf(name)),
      isCpp: names.isCpp,
      hasTrue: names.hasTrue || this.hasStdbool,
    };
    const name = /^\w+/.exec(body)?.[0] ?? '';
    const meaning = word.endsWith('def') ? known.meaningOf(name) : undefined;
    const holds = word.endsWith('def')
      ? meaning && meaning.isDefined !== word.includes('ndef')
      : conditionHolds(body, known);
    if (holds === undefined) return 'maybe';
    return holds ? 'yes' : 'no';
  }
}
