import type { Expr } from '../../code/c/ir/ast.ts';
import type { Symbols } from '../../code/c/ir/symbols.ts';
import { pointee } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import type { CRule } from '../c/c-rule.ts';
import { areRelated } from '../c/support/sizes/record-layout.ts';

export const reinterpretCastUnsafe: CRule = {
  id: 'reinterpret_cast_unsafe',
  title: 'A cast takes memory for something else',
  category: 'cpp',
  cwe: [704, 843],
  severity: 'medium',
  event: 'shape',
  precision: 'low',
  help: '`reinterpret_cast` asks for no proof: the memory may be too short for the new type, lie at an address that it cannot have, or hold no object of it at all. Reading bytes as a structure is the usual case, and the length of the input is what goes unchecked. Looking at an object as plain bytes is allowed and only a place to look at.',
  suggestion:
    'Copy the bytes into an object with `memcpy` after checking their number, or use `std::bit_cast`.',
  languages: ['cpp'],
  examples: {
    bad: [
      `struct Header { unsigned length; unsigned kind; };
unsigned kind(const char *bytes) {
  return reinterpret_cast<const Header *>(bytes)->kind; // defect
}`,
      `struct Cat { int lives; };
struct Boat { double length; int masts; };
int masts(Cat *cat) {
  return reinterpret_cast<Boat *>(cat)->masts; // defect
}
int *from(long address) {
  return reinterpret_cast<int *>(address); // defect
}
float bits(int number) {
  return *reinterpret_cast<float *>(&number); // defect
}`,
    ],
    good: [
      `#include <cstring>
struct Header { unsigned length; unsigned kind; };
unsigned kind(const char *bytes, unsigned long size) {
  Header header{};
  if (size < sizeof header) return 0;
  std::memcpy(&header, bytes, sizeof header);
  return header.kind;
}
double half(int number) { return static_cast<double>(number) / 2; }`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      for (const expr of expressionsOf(fn.blocks)) {
        if (expr.kind !== 'cast' || expr.style !== 'reinterpret_cast') continue;
        const [what, confidence] = judge(expr, unit.symbols);
        report(expr, what, { confidence });
      }
    }
  },
};

function judge(expr: Expr & { kind: 'cast' }, symbols: Symbols): [string, number] {
  const from = expr.operand.type;
  const given = pointee(from);
  const wanted = pointee(expr.type);
  if (wanted === undefined) return ['an address becomes a number here', 0.42];
  if (given === undefined)
    return from.kind === 'int'
      ? ['a number becomes an address here', 0.6]
      : ['memory is taken for another type here', 0.45];
  const isBytes = (type: typeof given): boolean =>
    type.kind === 'void' || (type.kind === 'int' && type.bits === 8);
  if (isBytes(wanted)) return ['an object is looked at as bytes here', 0.42];
  if (wanted.kind === 'record' && /^sockaddr/.test(wanted.name))
    return ['an address of one family is taken for another here', 0.4];
  if (isBytes(given))
    return ['bytes are taken for an object here, whatever their number and place', 0.55];
  if (areRelated(given, wanted, symbols)) return ['memory is taken for a related type here', 0.45];
  return ['memory of one type is taken for an unrelated one here', 0.65];
}
