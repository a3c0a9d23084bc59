import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { type CType, isPointerLike } from '../../code/c/ir/types.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule } from './c-rule.ts';
import { libraryParameters, OPEN_MODE } from './support/calls/library-parameters.ts';
import { onlyDefinition, ownFunction } from './support/calls/own-functions.ts';
import { type ArgumentFault, printfFaults, scanfFaults } from './support/texts/format-arguments.ts';

export const wrongCallArguments: CRule = {
  id: 'wrong_call_arguments',
  title: 'A call passes the wrong arguments',
  category: 'error_handling',
  cwe: [628, 683, 685, 686, 688],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'The number, order or kind of the arguments does not fit what the function takes. C often accepts this without a word: a format reads values that were not passed, `memset` fills no bytes, a length becomes an address. What happens then depends on registers and the stack.',
  suggestion: 'Pass the arguments that the declaration names, in its order.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
void show(const char *name, int age, double size) {
  printf("%s is %d\\n", name); // defect
  printf("%s\\n", age); // defect
  printf("%d cm\\n", size); // defect
  int year;
  scanf("%d", year); // defect
}`,
      `#include <string.h>
#include <stdio.h>
void clear(char *out, const char *in, size_t size) {
  memset(out, size, 0); // defect
  memcpy(out, size, in); // defect
  FILE *file = fopen("r", in); // defect
  if (file != NULL) fclose(file);
}`,
      `static int area(int width, int height) { return width * height; }
static void put(char *where, int what) { *where = (char)what; }
int both(int width, int height) {
  char cell;
  put(&cell); // defect
  put(height, &cell); // defect
  return area(height, width); // defect
}`,
    ],
    good: [
      `#ifdef TRACED
int run(char **line, int flags, int *trace);
#else
int run(char **line, int flags);
#endif
int each(char *line, int *trace) {
  return run(&line, 1
#ifdef TRACED
    , trace
#endif
  );
}`,
      `#include <stdio.h>
#include <string.h>
#include <inttypes.h>
void show(const char *name, int age, double size, uint64_t id, char *out) {
  printf("%s is %d, %.1f cm, 100%% sure, %*d\\n", name, age, size, 4, age);
  printf("%" PRIu64 "\\n", id);
  printf("%c %5.2f %lu %p\\n", name[0], size, sizeof size, (void *)name);
  memset(out, 0, 16);
  int year;
  if (sscanf(name, "%*s %d", &year) == 1) printf("%d\\n", year);
}`,
      `static int area(int width, int height) { return width * height; }
int report(const char *format, ...);
int both(int width, int height) {
  report("%d %d", width, height);
  return area(width, height) + area(height, height);
}`,
    ],
  },
  listen: (report) => ({
    call({ call }, facts) {
      for (const fault of faultsOf(call, facts)) {
        report(fault.at, fault.message, { confidence: fault.confidence, cwe: fault.cwe });
        return;
      }
    },
  }),
};

function faultsOf(call: CallExpr, facts: Facts): readonly ArgumentFault[] {
  if (call.receiver !== undefined || call.name === '') return [];
  // What a macro makes of its arguments is not what the text shows.
  const written = facts.text(call.callee).replace(/^(?:::)?(?:std::)?/, '');
  if (written !== call.name || call.args.some((arg) => arg.kind === 'opaque')) return [];
  const { unit } = facts;
  const own = onlyDefinition(unit, call.name);
  if (ownFunction(unit, call.name) === undefined) {
    const library = libraryFaults(call, facts);
    if (library.length > 0) return library;
  }
  if (unit.language !== 'c' && own === undefined) return [];
  const declared = declaredFaults(call, own, unit);
  const faults = declared.length > 0 || own === undefined ? declared : swapped(call, own, facts);
  // Of arguments that stand under an `#if` a build passes those that its parameters are under, too.
  return faults.length > 0 && hasDirective(call, unit) ? [] : faults;
}

/** Whether a directive stands between the lines of a call, whose items may have been read without it. */
function hasDirective(call: CallExpr, { tree }: TranslationUnit): boolean {
  const { line, endLine } = tree.location(call);
  if (endLine === line) return false;
  return tree.text
    .split('\n')
    .slice(line - 1, endLine)
    .some((text) => /^\s*#/.test(text));
}

const PRINTF = new Map([
  ['printf', 0],
  ['fprintf', 1],
  ['dprintf', 1],
  ['sprintf', 1],
  ['snprintf', 2],
  ['asprintf', 1],
  ['syslog', 1],
]);
const SCANF = new Map([
  ['scanf', 0],
  ['fscanf', 1],
  ['sscanf', 1],
]);

function libraryFaults(call: CallExpr, facts: Facts): readonly ArgumentFault[] {
  const textOf = (expr: Expr): string => facts.text(expr);
  const prints = PRINTF.get(call.name);
  if (prints !== undefined) return printfFaults(call, prints, textOf);
  const scans = SCANF.get(call.name);
  if (scans !== undefined) return scanfFaults(call, scans, textOf);
  // C++ has further functions of these names, such as the algorithm `std::remove`.
  if (/^(?:::)?std::/.test(textOf(call.callee))) return [];
  const kinds = libraryParameters(call.name);
  if (kinds === undefined || facts.unit.symbols.macrosNamed(call.name).length > 0) return [];
  const declared = facts.unit.symbols.function(call.name);
  if (declared !== undefined && declared.parameters.length !== kinds.length) return [];
  if (call.args.length !== kinds.length) return [countFault(call, kinds.length, 0.7)];
  const faults = call.args.flatMap((arg, index) =>
    kindFault(call, arg, index, kinds[index] === 'p' ? 'pointer' : 'int'),
  );
  return faults.length > 0 ? faults : valueFaults(call);
}

/** Values that are of the right kind and still make no sense. */
function valueFaults(call: CallExpr): readonly ArgumentFault[] {
  const [first, second, third] = call.args;
  if (call.name === 'memset' && second !== undefined && third !== undefined) {
    if (constantOf(third) === 0 && third.kind === 'number' && constantOf(second) !== 0)
      return [
        { at: call, message: 'memset fills no bytes: the length is 0', confidence: 0.85, cwe: 683 },
      ];
    if (second.kind === 'sizeof')
      return [
        {
          at: second,
          message: 'memset takes the value first and then the length',
          confidence: 0.85,
          cwe: 683,
        },
      ];
  }
  if (call.name === 'fopen' && second?.kind === 'string' && !OPEN_MODE.test(second.value))
    return [
      { at: second, message: `"${second.value}" is no mode of fopen`, confidence: 0.8, cwe: 688 },
    ];
  if (call.name === 'fopen' && first?.kind === 'string' && second?.kind !== 'string') {
    if (/^[rwa][b+]{0,2}$/.test(first.value))
      return [
        {
          at: first,
          message: 'fopen takes the path first and then the mode',
          confidence: 0.85,
          cwe: 683,
        },
      ];
  }
  return [];
}

function countFault(call: CallExpr, needed: number, confidence: number): ArgumentFault {
  const message = `\`${call.name}\` takes ${needed} ${needed === 1 ? 'argument' : 'arguments'} and gets ${call.args.length}`;
  return { at: call, message, confidence, cwe: 685 };
}

function kindFault(
  call: CallExpr,
  arg: Expr,
  index: number,
  wanted: CType['kind'],
): readonly ArgumentFault[] {
  const isPointer = isPointerLike(arg.type) && !(arg.type.kind === 'pointer' && arg.type.reference);
  const isNumber = arg.type.kind === 'int' || arg.type.kind === 'float';
  const nullConstant = constantOf(arg) === 0;
  const place = `argument ${index + 1} of \`${call.name}\``;
  if (wanted === 'pointer' && isNumber && !nullConstant && arg.kind !== 'opaque')
    return [
      {
        at: arg,
        message: `${place} is a number where a pointer belongs`,
        confidence: 0.8,
        cwe: 686,
      },
    ];
  // `(type)*p` reads as a product where the type is not known.
  const isSure = arg.kind !== 'binary';
  if ((wanted === 'int' || wanted === 'float') && isPointer && !nullConstant && isSure)
    return [
      {
        at: arg,
        message: `${place} is a pointer where a number belongs`,
        confidence: 0.8,
        cwe: 686,
      },
    ];
  return [];
}

/** A call against the declaration in the file. `f()` without a prototype takes anything. */
function declaredFaults(
  call: CallExpr,
  own: LoweredFunction | undefined,
  unit: TranslationUnit,
): readonly ArgumentFault[] {
  const declared = unit.symbols.functions.get(call.name);
  if (declared === undefined || declared.variadic) return [];
  const { parameters } = declared;
  if (parameters.length === 0) return [];
  // Where templates and conversions may be at work, another function of the name is meant.
  if (unit.language !== 'c' && !parameters.every(isPlain)) return [];
  if (own !== undefined && own.parameters.length !== parameters.length) return [];
  if (call.args.length !== parameters.length) return [countFault(call, parameters.length, 0.85)];
  return call.args.flatMap((arg, index) => {
    const type = parameters[index];
    return type === undefined || type.kind === 'unknown'
      ? []
      : kindFault(call, arg, index, type.kind);
  });
}

/** Whether a parameter takes a number or a pointer, and no reference or object. */
function isPlain(type: CType): boolean {
  return type.kind === 'pointer' ? type.reference !== true : /^(?:int|float)$/.test(type.kind);
}

/** Functions whose arguments are turned round on purpose. */
const COMMUTING = /swap|cmp|comp|merge|equal|min|max|exchange|less|order|diff|dist/i;

/** Arguments that are named as the parameters are, but stand in each other's place. */
function swapped(call: CallExpr, own: LoweredFunction, facts: Facts): readonly ArgumentFault[] {
  if (own === facts.function || own.parameters.length !== call.args.length) return [];
  if (COMMUTING.test(own.name)) return [];
  for (const [i, first] of own.parameters.entries()) {
    for (const [j, second] of own.parameters.entries()) {
      if (j <= i || first.type.kind !== second.type.kind) continue;
      const a = call.args[i];
      const b = call.args[j];
      if (a?.kind !== 'name' || b?.kind !== 'name') continue;
      if (a.name !== second.name || b.name !== first.name) continue;
      const telling = first.name.length > 2 && second.name.length > 2;
      // Code that has an `a` and a `b` of its own and swaps them mostly means it.
      const meant = !telling && [a, b].every((arg) => arg.variable?.scope === 'parameter');
      const message = `\`${a.name}\` and \`${b.name}\` are passed in each other's place`;
      return [{ at: call, message, confidence: telling ? 0.7 : meant ? 0.45 : 0.5, cwe: 683 }];
    }
  }
  return [];
}
