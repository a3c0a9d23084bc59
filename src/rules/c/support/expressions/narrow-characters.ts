import type { Expr } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import type { ReportHit } from '../../c-rule.ts';

/** Calls that give a character, or EOF beside all of them. */
export const CHARACTERS = /^(?:fgetc|getc|getchar)(?:_unlocked)?$/;

/**
 * Characters of a stream that are kept in a field of type `char` and compared with EOF there, wherever the file does so:
 * the byte 255 is the end of the input then, or nothing is.
 */
export function charactersInNarrowFields(unit: TranslationUnit, report: ReportHit): void {
  const expressions = unit.functions.flatMap((fn) => expressionsOf(fn.blocks));
  const kept = expressions.flatMap((expr) => {
    if (expr.kind !== 'assign' || expr.op !== '=') return [];
    const value = withoutCasts(expr.value);
    const field = narrowField(expr.target);
    return value.kind === 'call' && CHARACTERS.test(value.name) && field !== undefined
      ? [{ expr, field, name: value.name }]
      : [];
  });
  if (kept.length === 0) return;
  const compared = new Map(
    expressions.flatMap((expr) => {
      if (expr.kind !== 'binary' || !/^[!=]=$/.test(expr.op)) return [];
      const field = constantOf(expr.right) === -1 ? narrowField(expr.left) : undefined;
      return field === undefined ? [] : [[field, expr] as const];
    }),
  );
  for (const { expr, field, name } of kept) {
    const test = compared.get(field);
    if (test === undefined) continue;
    report(
      expr,
      `a char cannot hold EOF beside all characters, and line ${unit.tree.location(test).line} asks this one for the EOF of ${name}; use an int`,
      { confidence: 0.6 },
    );
  }
}

/** A field of one byte, by its record and name. */
function narrowField(expr: Expr): string | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind !== 'member' || bare.type.kind !== 'int' || bare.type.bits !== 8) return undefined;
  const { type } = bare.base;
  const record = type.kind === 'pointer' ? type.to : type;
  return record.kind === 'record' ? `${record.name}.${bare.name}` : undefined;
}
