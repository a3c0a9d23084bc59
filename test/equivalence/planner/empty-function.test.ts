import { describe, expect, test } from '@jest/globals';
import type { ClangCType } from '../../../src/code/clang/types.ts';
import { NotComparable, NothingToCompare } from '../../../src/equivalence/not-comparable.ts';
import {
  refuseEmptyFunction,
  refuseReleasedArgument,
} from '../../../src/equivalence/planner/empty-function.ts';
import type { RustApiFunction, RustApiType } from '../../../src/equivalence/rust-api/rust-type.ts';
import { clangFunction } from '../../support/clang-function.ts';

const POINTER: ClangCType = { kind: 'pointer', to: { kind: 'void' }, isConst: false };
const OWNED: RustApiType = { kind: 'string' };
const BORROWED: RustApiType = { kind: 'reference', mutable: true, to: OWNED };

function rust(type: RustApiType, given: Partial<RustApiFunction> = {}): RustApiFunction {
  return {
    ...{ path: 'a::drop_it', name: 'drop_it', owner: undefined, returns: { kind: 'unit' } },
    ...{ params: [{ name: 'it', type }], isUnsafe: false, isEmpty: true, problem: undefined },
    ...given,
  };
}

const calling = (...calls: readonly string[]) =>
  clangFunction({ params: [{ name: 'it', type: POINTER, spelled: 'void *' }], calls });

describe('a Rust function that is empty', () => {
  test.each(['{}', '{ /* free(it); */ }', '{\n  // nothing\n}', '{ (void)it; (void) n; }'])(
    'is as the C where that is %j',
    (body) => {
      const check = () =>
        refuseEmptyFunction(calling(), `void f(void *it) ${body}`, rust(BORROWED));
      expect(check).toThrow(NothingToCompare);
      expect(check).toThrow('f does nothing, in C and in Rust');
    },
  );

  test('releases what it is given, as the C does', () => {
    const check = (f = calling('free'), type: RustApiType = OWNED, body = 'free(it);') =>
      refuseEmptyFunction(f, `void f(void *it) { ${body} }`, rust(type));
    expect(check).toThrow(NothingToCompare);
    expect(check).toThrow('f only releases what Rust releases by itself');
    expect(() => check(calling('stack_destroy', 'pthread_mutex_unlock'))).toThrow(NothingToCompare);
    // Rust keeps what it only borrows, and what else the C does is left out.
    for (const other of [
      () => check(calling('free'), BORROWED),
      () => check(calling('free', 'puts')),
      () => check(calling('free'), OWNED, 'it->count(it); free(it);'),
      () => check(calling(), OWNED, 'total += 1;'),
    ]) {
      expect(other).toThrow(NotComparable);
      expect(other).toThrow('a::drop_it is empty: that it does nothing else than f');
    }
  });

  test('is looked at where it gives something back, or is none', () => {
    const f = calling('puts');
    const told = rust(BORROWED, { returns: { kind: 'string' } });
    expect(() => refuseEmptyFunction(f, 'void f(void *it) {}', told)).not.toThrow();
    const full = rust(BORROWED, { isEmpty: false });
    expect(() => refuseEmptyFunction(f, 'void f(void *it) {}', full)).not.toThrow();
  });
});

describe('a C function that only releases its argument', () => {
  const check = (body: string, f = calling('free')) =>
    refuseReleasedArgument(f, `void f(void *it) { ${body} }`);

  test.each(['free(it);', 'if (it) { my_free_all( it ); }'])('by %j leaves nothing', (body) => {
    expect(() => check(body)).toThrow(NothingToCompare);
    expect(() => check(body)).toThrow('f releases it, and does nothing else');
  });

  test.each([
    ['a part of it', 'free(it->text);', calling('free')],
    ['something else', 'free(other);', calling('free')],
    ['and prints', 'free(it); puts("x");', calling('free', 'puts')],
    ['and counts', 'free(it);', { ...calling('free'), globals: ['count'] }],
    ['and tells', 'free(it); return 0;', { ...calling('free'), returns: POINTER }],
  ])('%s is compared', (_what, body, f) => {
    expect(() => check(body, f)).not.toThrow();
  });
});
