import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { type CType, isPointerLike, pointee } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { onlyDefinition } from './support/calls/own-functions.ts';
import { areRelated, nameOfType } from './support/sizes/record-layout.ts';

export const typeConfusion: CRule = {
  id: 'type_confusion',
  title: 'Memory is read as another type than it holds',
  category: 'memory',
  cwe: [843],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'The memory holds one type and is used as another that does not begin the same way. Numbers are then taken for pointers, and fields are read beyond the end of the object. Attackers who can choose the number choose where the program reads or writes.',
  suggestion: 'Keep a tag beside the data and check it before taking it for one type.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
union value { long number; const char *text; };
void show(long number) {
  union value value;
  value.number = number;
  puts(value.text); // defect
}`,
      `struct cat { int lives; };
struct boat { double length; char name[32]; };
char first(void) {
  struct cat cat = { 9 };
  struct boat *boat = (struct boat *)&cat; // defect
  return boat->name[0]; // defect
}`,
      `#include <stdio.h>
struct cat { int lives; };
struct boat { double length; char name[32]; };
static void describe(void *thing) {
  struct cat *cat = thing;
  printf("%d\\n", cat->lives);
}
void both(struct cat *cat, struct boat *boat) {
  describe(cat);
  describe(boat); // defect
}
static void twice(int *number) { *number *= 2; }
void grow(float size) {
  twice(&size); // defect
}`,
    ],
    good: [
      `#include <stdio.h>
struct value { int kind; union { long number; const char *text; } as; };
void show(const struct value *value) {
  if (value->kind == 1) printf("%ld\\n", value->as.number);
  else puts(value->as.text);
}`,
      `struct node { int kind; };
struct expression { int kind; };
struct variable { struct expression base; long number; };
long number(struct node *node) {
  return node->kind == 3 ? ((struct variable *)node)->number : 0;
}`,
      `struct base { int kind; int size; };
struct circle { struct base base; double radius; };
double radius(struct base *base) {
  if (base->kind != 2) return 0;
  struct circle *circle = (struct circle *)base;
  return circle->radius;
}`,
      `#include <string.h>
struct header { unsigned length; unsigned kind; };
unsigned kind(const unsigned char *bytes) {
  struct header header;
  memcpy(&header, bytes, sizeof header);
  return header.kind;
}`,
    ],
  },
  listen: (report) => ({
    access({ expr, base, pointer, via }, facts) {
      if (via === 'arrow') accessedAs(expr, base.type, pointer, facts, report);
      unionRead(base, facts, report);
    },
    call({ call, model }, facts) {
      for (const index of model?.nonNull ?? []) {
        const arg = call.args[index];
        if (arg !== undefined) unionRead(arg, facts, report);
      }
    },
  }),
  inspect(unit, report) {
    for (const fn of unit.functions) {
      for (const expr of expressionsOf(fn.blocks)) {
        if (expr.kind === 'cast' && expr.style === 'c') castBetween(expr, unit, report);
        else if (expr.kind === 'call') passedAs(expr, unit, report);
      }
    }
  },
};

/** A pointer member of a union is used where only a number was written on this path. */
function unionRead(used: Expr, facts: Facts, report: ReportHit): void {
  const bare = withoutCasts(used);
  if (bare.kind !== 'member' || bare.type.kind !== 'pointer') return;
  const owner = bare.arrow ? pointee(bare.base.type) : bare.base.type;
  const record = owner?.kind === 'record' ? facts.unit.symbols.record(owner.name) : undefined;
  if (record?.union !== true) return;
  const [union, ...others] = facts.pointees(facts.valueOf(bare.base));
  if (union === undefined || others.length > 0) return;
  const written = facts.partsOf(union.object.id);
  if (written.has(`.${bare.name}`)) return;
  const number = record.fields.find(
    (field) => field.type.kind === 'int' && written.has(`.${field.name}`),
  );
  if (number === undefined) return;
  report(used, `\`${facts.text(used)}\` is used as a pointer, but \`${number.name}\` was written`, {
    confidence: 0.8,
  });
}

/** A local variable of one structure is accessed through a pointer to another. */
function accessedAs(
  expr: Expr,
  type: CType,
  pointer: Parameters<Facts['pointees']>[0],
  facts: Facts,
  report: ReportHit,
): void {
  const [only, ...others] = facts.pointees(pointer);
  if (only?.object.kind !== 'variable' || others.length > 0) return;
  if (only.offset.root !== 0 || only.offset.add !== 0) return;
  const variable = facts.function.locals.find((local) => local.name === only.object.name);
  const to = pointee(type);
  if (variable?.type.kind !== 'record' || to?.kind !== 'record') return;
  if (areRelated(variable.type, to, facts.unit.symbols)) return;
  report(
    expr,
    `\`${variable.name}\` is a ${nameOfType(variable.type, facts.unit.symbols)}, but is used as a ${nameOfType(to, facts.unit.symbols)}`,
    {
      confidence: 0.85,
    },
  );
}

/** A cast from a pointer to one structure to a pointer to another that does not begin like it. */
function castBetween(
  expr: Expr & { kind: 'cast' },
  unit: TranslationUnit,
  report: ReportHit,
): void {
  const from = pointee(expr.operand.type);
  const to = pointee(expr.type);
  if (from?.kind !== 'record' || to?.kind !== 'record') return;
  if (areRelated(from, to, unit.symbols) || isBehind(expr.operand)) return;
  const small = unit.symbols.sizeOf(from);
  const large = unit.symbols.sizeOf(to);
  const beyond = small !== undefined && large !== undefined && large > small;
  report(
    expr,
    `a pointer to ${nameOfType(from, unit.symbols)} becomes a pointer to ${nameOfType(to, unit.symbols)}, which begins otherwise`,
    {
      confidence: beyond ? 0.55 : 0.45,
    },
  );
}

/** An argument that points to another type than the function of this file takes or unpacks. */
function passedAs(call: CallExpr, unit: TranslationUnit, report: ReportHit): void {
  const callee = onlyDefinition(unit, call.name);
  if (callee === undefined || callee.parameters.length !== call.args.length) return;
  call.args.forEach((arg, index) => {
    const parameter = callee.parameters[index];
    const given = isPointerLike(arg.type) ? pointee(arg.type) : undefined;
    const wanted = parameter === undefined ? undefined : pointee(parameter.type);
    if (given === undefined || wanted === undefined || parameter === undefined) return;
    const taken = wanted.kind === 'void' ? unpackedAs(callee, index) : wanted;
    if (taken === undefined || areRelated(given, taken, unit.symbols)) return;
    if (wanted.kind === 'void' && (given.kind !== 'record' || taken.kind !== 'record')) return;
    report(
      arg,
      `\`${call.name}\` takes argument ${index + 1} for a pointer to ${nameOfType(taken, unit.symbols)}, but it points to ${nameOfType(given, unit.symbols)}`,
      { confidence: 0.55 },
    );
  });
}

/** The only type that a function takes a `void *` parameter for, with no other in sight. */
function unpackedAs(fn: LoweredFunction, position: number): CType | undefined {
  const parameter = fn.parameters[position];
  let found: CType | undefined;
  const isParameter = (expr: Expr): boolean =>
    expr.kind === 'name' && parameter !== undefined && expr.variable === parameter;
  const types: CType[] = [];
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'cast' && isParameter(expr.operand)) types.push(expr.type);
    else if (expr.kind === 'assign' && isParameter(expr.value)) types.push(expr.target.type);
  }
  for (const step of fn.blocks.flatMap((block) => block.steps)) {
    if (step.kind === 'declare' && step.init !== undefined && isParameter(step.init))
      types.push(step.variable.type);
  }
  for (const type of types) {
    const to = pointee(type);
    if (to === undefined || (found !== undefined && !sameType(found, to))) return undefined;
    found = to;
  }
  return found;
}

/** `&object[1]` is the memory behind an object, where another kind of object may have been put. */
function isBehind(operand: Expr): boolean {
  const bare = withoutCasts(operand);
  if (bare.kind === 'binary') return true;
  return bare.kind === 'address' && bare.operand.kind !== 'name' && bare.operand.kind !== 'deref';
}

function sameType(a: CType, b: CType): boolean {
  return a.kind === b.kind && (a.kind !== 'record' || (b.kind === 'record' && a.name === b.name));
}
