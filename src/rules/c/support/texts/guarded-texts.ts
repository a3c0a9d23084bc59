import type { Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { visitFunction } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { CallEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { calledNames } from '../calls/own-functions.ts';
import { untrustedDataIn } from '../expressions/taint-trace.ts';
import { callerGuards } from './caller-guards.ts';
import {
  bothGuards,
  guardOfCall,
  guardOfCharacters,
  guardOfFunction,
  isNoGuard,
  NO_GUARD,
  type TextGuard,
  textBase,
} from './text-guard.ts';

const NAMED_CHECK =
  /valid|sanit|clean|escape|check|filter|safe|allow|verify|normal|strip|quote|^is_?[A-Z_]/i;
/** Calls that build a text: the destination, and the first argument that goes into it. */
const BUILDING: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries({
    strcpy: [0, 1],
    strncpy: [0, 1],
    strlcpy: [0, 1],
    strcat: [0, 1],
    strncat: [0, 1],
    strlcat: [0, 1],
    memcpy: [0, 1],
    sprintf: [0, 2],
    snprintf: [0, 3],
  }),
);

/**
 * Remembers, through one function, which texts were checked or cleaned and
 * which were put together from several. Paths are not told apart: a check that
 * is there at all counts.
 */
export class GuardedTexts {
  private guards = new Map<string, TextGuard>();
  private joined = new Set<string>();
  private active = false;

  /**
   * A new function begins. The order in which blocks are heard puts what follows a
   * loop before its body, so that the checks are first gathered from the text. Where
   * nothing that matches `sinks` is called, nothing need be remembered.
   */
  reset(fn: LoweredFunction, facts: Facts, sinks: RegExp): void {
    this.guards = new Map();
    this.joined = new Set();
    this.active = [...calledNames(fn)].some((name) => sinks.test(name));
    if (!this.active) return;
    for (const [position, guard] of callerGuards(fn, facts.unit)) {
      const parameter = fn.parameters[position];
      if (parameter !== undefined && !isNoGuard(guard))
        this.guards.set(`variable ${parameter.id}`, guard);
    }
    visitFunction(fn, (expr) => {
      if (expr.kind === 'binary')
        for (const { base, guard } of guardOfCharacters(expr, true)) this.note(base, facts, guard);
      if (expr.kind !== 'call') return;
      const direct = guardOfCall(expr);
      const arg = direct === undefined ? undefined : expr.args[direct.arg];
      if (direct !== undefined && arg !== undefined)
        this.note(textBase(arg) ?? arg, facts, direct.guard);
    });
  }

  /** Hears a call before it happens. */
  call(event: CallEvent, facts: Facts): void {
    if (!this.active) return;
    const { call, args, use } = event;
    const direct = guardOfCall(call);
    if (direct !== undefined) {
      const arg = call.args[direct.arg];
      if (arg !== undefined) this.add(textBase(arg) ?? arg, facts, direct.guard);
      return;
    }
    const building = BUILDING.get(call.name);
    if (building !== undefined) {
      this.build(event, facts, building[0], building[1]);
      return;
    }
    if (
      libraryModelOf(call.name) !== undefined ||
      (use === 'ignored' && !NAMED_CHECK.test(call.name))
    )
      return;
    const guard = guardOfFunction(facts.unit, call.name);
    if (guard === undefined) return;
    call.args.forEach((arg, index) => {
      if (args[index] !== undefined) this.add(arg, facts, guard);
    });
  }

  /** Hears a condition. */
  branch(condition: Expr, facts: Facts): void {
    if (!this.active) return;
    for (const { base, guard } of guardOfCharacters(condition)) this.add(base, facts, guard);
  }

  /** What was checked of a text. */
  of(expr: Expr, value: Value, facts: Facts): TextGuard {
    return this.keys(expr, value, facts).reduce(
      (guard, key) => bothGuards(guard, this.guards.get(key) ?? NO_GUARD),
      NO_GUARD,
    );
  }

  /** Whether the text was put together in this function from a beginning and, behind it, outside data. */
  isJoined(expr: Expr, value: Value, facts: Facts): boolean {
    return this.keys(expr, value, facts).some((key) => this.joined.has(key));
  }

  private build(event: CallEvent, facts: Facts, to: number, from: number): void {
    const target = event.call.args[to];
    const value = event.args[to];
    if (target === undefined || value === undefined) return;
    let guard: TextGuard | undefined;
    let open = false;
    let last = -1;
    const appends = /cat$/.test(event.call.name);
    const formats = /printf$/.test(event.call.name);
    const format = formats ? event.args[from - 1] : undefined;
    const text = format === undefined ? undefined : facts.pointees(format)[0]?.object.text;
    event.call.args.slice(from).forEach((arg, index) => {
      const source = event.args[from + index];
      if (source === undefined || untrustedDataIn(source, facts) === undefined) return;
      last = index;
      // Who starts a program may say in which folder it works: what counts is what comes behind that.
      const isFolder = index === 0 && text?.startsWith('%s/') === true;
      if (isFolder && event.call.args.length > from + 1 && isOfStarter(source, facts)) return;
      const one = this.of(arg, source, facts);
      if (isNoGuard(one)) open = true;
      else guard = guard === undefined ? one : bothGuards(guard, one);
    });
    for (const key of this.keys(target, value, facts)) {
      if (!open && guard !== undefined) this.guards.set(key, guard);
      else if (!appends && !key.startsWith('text ')) this.guards.delete(key);
      if (last < 0 && appends) continue;
      if (appends || (last >= 0 && text !== undefined && (last > 0 || !text.startsWith('%'))))
        this.joined.add(key);
      else this.joined.delete(key);
    }
  }

  private add(expr: Expr, facts: Facts, guard: TextGuard): void {
    for (const key of this.keys(expr, facts.valueOf(expr), facts)) {
      this.guards.set(key, bothGuards(this.guards.get(key) ?? NO_GUARD, guard));
    }
  }

  private note(expr: Expr, facts: Facts, guard: TextGuard): void {
    const key = spelling(expr, facts);
    this.guards.set(key, bothGuards(this.guards.get(key) ?? NO_GUARD, guard));
  }

  private keys(expr: Expr, value: Value, facts: Facts): string[] {
    const keys = facts.pointees(value).map(({ object }) => `object ${object.id}`);
    const inner = withoutCasts(expr);
    keys.push(spelling(inner, facts));
    if (inner.kind === 'name' && inner.variable !== undefined) {
      keys.push(`variable ${inner.variable.id}`);
      const taint = facts.contentTaint(value);
      for (const parameter of taint?.parameters ?? []) keys.push(`parameter ${parameter}`);
    }
    return keys;
  }
}

/** Whether a text is from the command line or the environment. */
function isOfStarter(value: Value, facts: Facts): boolean {
  const taint = untrustedDataIn(value, facts);
  return taint?.kind === 'argv' || taint?.kind === 'environment';
}

function spelling(expr: Expr, facts: Facts): string {
  return `text ${facts.text(withoutCasts(expr))}`;
}

/** A pattern of some names. */
export function namesOf(...lists: readonly Iterable<string>[]): RegExp {
  const names = lists.flatMap((list) => [...list]);
  return new RegExp(`^(?:${names.join('|')})$`);
}
