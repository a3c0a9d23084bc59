import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { isPlace } from './access-paths.ts';

const COPIES = /^(?:[a-z]{0,4}(?:str|mem|wcs)n?dup[a-z]?|dup|duplicate|copy|clone)$/;
const COUNTS = /^(?:ref|addref|incref|reference|retain)$/;
/** Words that say that a reference is counted where they end the name: what `get_name` gives is another thing. */
const COUNTS_AT_END = /^(?:get|hold|grab|acquire)$/;
/** Words of functions that undo, ask, or say into what is copied. */
const OTHERWISE = /^(?:un|de|dec|put|is|has|can|should|count|counts|to|into|from|over|fd)$/;
const RELEASES = /free$|^(?:unref|decref|release|destroy|delete|put|drop|dispose)$/;

/** The words of a name, in lower case: of `strbufDup_all` these are `strbuf`, `dup` and `all`. */
export function nameWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_:]+/)
    .filter((word) => word !== '');
}

/** Whether the name of a call says that it gives a copy of what it is given. */
export function isCopyCall({ name }: CallExpr): boolean {
  const words = nameWords(name);
  return words.some((word) => COPIES.test(word)) && !words.some((word) => OTHERWISE.test(word));
}

/** Whether the name of a call says that it counts one more reference of what it is given. */
export function isReferenceCall({ name, args }: CallExpr): boolean {
  const words = nameWords(name);
  if (args.length !== 1 || words.some((word) => OTHERWISE.test(word))) return false;
  return words.some((word) => COUNTS.test(word)) || COUNTS_AT_END.test(words.at(-1) ?? '');
}

/** A place whose memory a call releases, by the name of the call. */
export interface ReleasedPlace {
  readonly place: Expr;
  readonly call: CallExpr;
}

/** The places that the calls of a function release, each as often as it is released. */
export function releasedPlaces(fn: LoweredFunction): readonly ReleasedPlace[] {
  return expressionsOf(fn.blocks).flatMap((call) => {
    if (call.kind !== 'call' || !isReleaseCall(call)) return [];
    return call.args.flatMap((argument) => {
      const given = withoutCasts(argument);
      const place = given.kind === 'address' ? withoutCasts(given.operand) : given;
      return isPlace(place) ? { place, call } : [];
    });
  });
}

/** Whether the name of a call says that it releases what it is given. */
export function isReleaseCall(call: CallExpr): boolean {
  const name = call.name === '' ? expressionText(call.callee) : call.name;
  return nameWords(name).some((word) => RELEASES.test(word));
}

const CLOSES = /^(?:[fp]?close|closedir|closehandle|gzclose)$/;

/** Whether the name of a call says that it closes a file. */
export function isCloseCall({ name }: CallExpr): boolean {
  return CLOSES.test(name.toLowerCase());
}

/** The places that the calls of a function close: files, streams, folders and handles. */
export function closedPlaces(fn: LoweredFunction): readonly ReleasedPlace[] {
  return expressionsOf(fn.blocks).flatMap((call) => {
    if (call.kind !== 'call' || !isCloseCall(call)) return [];
    const [given, ...others] = call.args.map(withoutCasts);
    return given !== undefined && others.length === 0 && isPlace(given)
      ? { place: given, call }
      : [];
  });
}

/** Words of functions that end what they are given: a file, a mapping, what a record holds. */
const ENDS =
  /^(?:[fp]?close|closedir|unmap|munmap|cleanup|fini|deinit|uninit|destroy|clear|unlink|freeaddrinfo)$/;

/** Whether the name of a call says that it gives memory, a file or what is in a record back. */
export function handsBack(call: CallExpr): boolean {
  if (isReleaseCall(call) || isCloseCall(call)) return true;
  return ENDS.test(nameWords(call.name).at(-1) ?? '') || ENDS.test(nameWords(call.name)[0] ?? '');
}

/** What a call gives back: the last of its arguments that is a place, or the address of one, and no number. */
export function handedBackPlace(call: CallExpr): Expr | undefined {
  const places = call.args.flatMap((argument) => {
    const given = withoutCasts(argument);
    const place = given.kind === 'address' ? withoutCasts(given.operand) : given;
    return isPlace(place) ? place : [];
  });
  return isCloseCall(call) ? places[0] : places.find(({ type }) => type.kind !== 'int');
}
