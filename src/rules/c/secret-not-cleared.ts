import { visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from './c-rule.ts';
import { isSecretName, wordsOf } from './support/texts/secret-names.ts';

export const secretNotCleared: CRule = {
  id: 'secret_not_cleared',
  title: 'Clearing a secret may be optimised away',
  category: 'crypto',
  cwe: [14, 733],
  severity: 'low',
  event: 'shape',
  precision: 'low',
  help: 'A compiler sees that a local variable is not read after the last `memset` and leaves the call out. The secret then stays on the stack or the heap, where a later bug or a core dump shows it.',
  suggestion: 'Use explicit_bzero, memset_s, SecureZeroMemory or OPENSSL_cleanse.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <string.h>
int login(int (*ask)(char *, int), int (*verify)(const char *)) {
  char password[64];
  if (ask(password, sizeof password) != 0) return -1;
  int status = verify(password);
  memset(password, 0, sizeof password); // defect
  return status;
}`,
    ],
    good: [
      `#include <string.h>
int login(int (*ask)(char *, int), int (*verify)(const char *)) {
  char password[64];
  memset(password, 0, sizeof password);
  if (ask(password, sizeof password) != 0) return -1;
  int status = verify(password);
  explicit_bzero(password, sizeof password);
  return status;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      const last = new Map<number, number>();
      visitFunction(fn, (expr) => {
        if (expr.kind === 'name' && expr.variable !== undefined)
          last.set(expr.variable.id, Math.max(last.get(expr.variable.id) ?? 0, expr.start));
      });
      visitFunction(fn, (expr) => {
        if (expr.kind !== 'call' || !/^(?:memset|bzero|ZeroMemory)$/.test(expr.name)) return;
        const target = expr.args[0] === undefined ? undefined : withoutCasts(expr.args[0]);
        if (target?.kind !== 'name' || target.variable?.scope !== 'local') return;
        if (target.variable.type.kind !== 'array') return;
        if (
          /\bvolatile\b/.test(
            unit.tree.text
              .slice(Math.max(0, target.variable.start - 40), target.variable.start)
              .split('\n')
              .at(-1) ?? '',
          )
        )
          return;
        const { name, id } = target.variable;
        if (!isSecretName(name) && wordsOf(name).at(-1) !== 'key') return;
        // The size names the variable too.
        if ((last.get(id) ?? 0) > expr.end) return;
        report(expr, `\`${name}\` is not read after this, so that the compiler may leave it out`, {
          confidence: 0.45,
        });
      });
    }
  },
};
