import { beforeAll, describe, expect, test } from '@jest/globals';
import { lowerUnit } from '../../../../../src/code/c/unit.ts';
import { type Grammars, loadGrammars } from '../../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../../src/code/syntax/syntax.ts';
import {
  guardOfFunction,
  guardsCommand,
  guardsPath,
  guardsSql,
  NO_GUARD,
  type TextGuard,
} from '../../../../../src/rules/c/support/texts/text-guard.ts';

let grammars: Grammars;
beforeAll(() => {
  grammars = loadGrammars();
});

async function guardOf(code: string): Promise<TextGuard> {
  const parser = await grammars.parser('c');
  const unit = lowerUnit(parseSyntax(parser, code), 'c', parser);
  return guardOfFunction(unit, 'check') ?? NO_GUARD;
}

describe('what a function checks of a text', () => {
  test('an allow list of letters guards everything', async () => {
    const guard = await guardOf(
      'int check(const char *s) { for (; *s; s++) if (!isalnum(*s)) return 0; return 1; }',
    );
    expect([guardsPath(guard), guardsCommand(guard, false), guardsSql(guard, false)]).toEqual([
      true,
      true,
      true,
    ]);
  });
  test('an allow list with dots and slashes does not keep a path in its directory', async () => {
    const guard = await guardOf(
      "int check(const char *s) { for (; *s; s++) if (!isalpha(*s) && *s != '/' && *s != '.') return 0; return 1; }",
    );
    expect(guardsPath(guard)).toBe(false);
    expect(guardsCommand(guard, false)).toBe(true);
  });
  test('refusing one quote guards a quoted value only', async () => {
    const guard = await guardOf(
      "int check(const char *s) { for (int i = 0; s[i]; i++) if (s[i] == '\\'') return 0; return 1; }",
    );
    expect(guardsSql(guard, true)).toBe(true);
    expect(guardsSql(guard, false)).toBe(false);
    expect(guardsCommand(guard, true)).toBe(true);
    expect(guardsCommand(guard, false)).toBe(false);
  });
  test('comparing a prefix checks nothing about `..`', async () => {
    const guard = await guardOf(
      'int check(const char *s, const char *root) { return strncmp(s, root, strlen(root)) == 0; }',
    );
    expect(guardsPath(guard)).toBe(false);
  });
});
