import type { CFunctionSource } from '../steps/step.ts';
import { withoutNoMemory } from './no-memory.ts';
import { answersWithCodes, changesWhatStays } from './release-text.ts';
import { clearsWhatIsFreed } from './released-parts.ts';

const RELEASES =
  /^(?:free|fclose|close|closedir|pclose|munmap|pthread_(?:mutex|rwlock|spin)_(?:unlock|destroy)|unlock)$/;
/** A function of the caller that gives memory back: `set->free(set->items)`. */
const RELEASES_OF_CALLER =
  /^(?:\w+_)?(?:free|release|dealloc(?:ate)?|destroy|delete)(?:_?(?:fn|func|cb|memory|item|data))?$/;
const ALLOCATES = /^(?:malloc|calloc|realloc|reallocarray|aligned_alloc|memset)$/;
const LONGEST = 25;

/**
 * Why a C function cannot be left out. Only what releases, or hands out memory, and does nothing else may be;
 * and what callers have a library for.
 * @param skipped C functions that are left out already: to call them is to do nothing
 */
export function skipProblem(
  source: CFunctionSource,
  skipped: ReadonlySet<string> = new Set(),
): string | undefined {
  const { name, returnsVoid, callees, libraryCalls, text, signature, isLibraryBacked, callers } =
    source;
  if (source.mainParameters !== undefined) return 'it cannot be skipped: it is a program';
  // What nothing of the project calls is there for users: it stays.
  if (isLibraryBacked === true && callers !== '') return undefined;
  const givesMemory = /^(?:\w+\s+)*void\s*\*/.test(signature);
  const reallocates = libraryCalls.some((one) => one.startsWith('realloc'));
  const isKnown = (one: string) =>
    givesMemory ? ALLOCATES.test(one) || (reallocates && one === 'free') : RELEASES.test(one);
  const plain = withoutComments(text);
  const done = givesMemory ? withoutNoMemory(plain) : plain;
  const isCalledIn = (where: string, one: string) =>
    new RegExp(`\\b${one.replace(/^.*:/, '')}\\s*\\(`).test(where);
  // What is called where there is no memory, and nowhere else; a call that only a macro has may be anywhere.
  const isWithoutMemory = (one: string) => isCalledIn(plain, one) && !isCalledIn(done, one);
  const others = callees.filter(
    (callee) =>
      callee !== name &&
      !skipped.has(callee) &&
      !isWithoutMemory(callee) &&
      !clearsWhatIsFreed(callee, plain),
  );
  const isShort = text.split('\n').length <= LONGEST;
  const ofCaller = [...plain.matchAll(/(?:->|\.)\s*(\w+)\s*\(/g)].map(([, called = '']) => called);
  const doesSomething = libraryCalls.length + callees.length + ofCaller.length > 0;
  if (
    (returnsVoid || givesMemory || answersWithCodes(plain)) &&
    (givesMemory || !changesWhatStays(plain)) &&
    others.length === 0 &&
    libraryCalls.every((one) => isKnown(one) || isWithoutMemory(one)) &&
    ofCaller.every((one) => RELEASES_OF_CALLER.test(one)) &&
    doesSomething &&
    isShort
  ) {
    return undefined;
  }
  return 'it cannot be skipped: it does more than release what Rust releases by itself, or hand out memory';
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
}
