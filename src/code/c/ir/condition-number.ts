/**
 * A number of an expression of `#if`, which is of `intmax_t` or `uintmax_t`, with 64 bits (C11 6.10.1). Its value
 * and which of the two it is are undefined where that is not known.
 */
export interface ConditionNumber {
  readonly value: bigint | undefined;
  readonly isUnsigned: boolean | undefined;
}

export const UNKNOWN_NUMBER: ConditionNumber = { value: undefined, isUnsigned: undefined };

const BITS = 64;
const SIGNED_END = 2n ** 63n;
const UNSIGNED_END = 2n ** 64n;

/** The number that holds a value modulo 2^64. A value that only one of the two types has is not known without the type. */
export function numberOfType(
  value: bigint | undefined,
  isUnsigned: boolean | undefined,
): ConditionNumber {
  if (value === undefined) return { value, isUnsigned };
  if (isUnsigned === undefined)
    return { value: value >= 0n && value < SIGNED_END ? value : undefined, isUnsigned };
  return {
    value: isUnsigned ? BigInt.asUintN(BITS, value) : BigInt.asIntN(BITS, value),
    isUnsigned,
  };
}

export function truthNumber(value: boolean | undefined): ConditionNumber {
  return { value: value === undefined ? undefined : BigInt(value), isUnsigned: false };
}

/** Whether a number counts as true; undefined where its value is not known. */
export function isTrue({ value }: ConditionNumber): boolean | undefined {
  return value === undefined ? undefined : value !== 0n;
}

/** The number of an integer literal, such as `0xffu`; undefined for anything else. */
export function integerLiteral(text: string): ConditionNumber | undefined {
  const plain = text.replaceAll("'", '').toLowerCase();
  const [, digits = '', suffix = ''] =
    /^(0x[\da-f]+|0b[01]+|\d+)((?:u?(?:ll?|z|i64)?)|(?:ll?|z)u)$/.exec(plain) ?? [];
  if (digits === '') return undefined;
  const isOctal = /^0\d/.test(digits);
  if (isOctal && !/^[0-7]+$/.test(digits)) return undefined;
  const value = BigInt(isOctal ? `0o${digits}` : digits);
  if (value >= UNSIGNED_END) return undefined;
  // Compilers take what fits no `intmax_t` for unsigned, also where it is decimal, and warn then.
  return { value, isUnsigned: suffix.includes('u') || value >= SIGNED_END };
}

export function unaryNumber(op: string, operand: ConditionNumber): ConditionNumber {
  const { value, isUnsigned } = operand;
  if (op === '+') return operand;
  if (op === '!') return truthNumber(value === undefined ? undefined : value === 0n);
  if (value === undefined) return operand;
  return numberOfType(op === '-' ? -value : ~value, isUnsigned);
}

/** The result of an operation, of which one operand alone may decide. */
export function binaryNumber(
  op: string,
  left: ConditionNumber,
  right: ConditionNumber,
): ConditionNumber {
  if (op === ',') return right;
  if (op === '&&' || op === '||') return logicalNumber(op, left, right);
  if (op === '<<' || op === '>>') return shiftedNumber(op, left, right);
  const isUnsigned = commonSign(left, right);
  const one = numberOfType(left.value, isUnsigned).value;
  const other = numberOfType(right.value, isUnsigned).value;
  const compare = COMPARISONS.get(op);
  const areKnown = one !== undefined && other !== undefined;
  if (compare !== undefined) return truthNumber(areKnown ? compare(one, other) : undefined);
  return numberOfType(areKnown ? arithmetic(op, one, other) : undefined, isUnsigned);
}

/** What `? :` gives; both branches are of one type, whichever counts. */
export function chosenNumber(
  condition: ConditionNumber,
  then: ConditionNumber,
  otherwise: ConditionNumber,
): ConditionNumber {
  const isUnsigned = commonSign(then, otherwise);
  const one = numberOfType(then.value, isUnsigned);
  const other = numberOfType(otherwise.value, isUnsigned);
  const holds = isTrue(condition);
  if (holds === undefined && one.value !== other.value) return { value: undefined, isUnsigned };
  return holds === false ? other : one;
}

/** Whether two numbers meet as unsigned ones (C11 6.3.1.8). */
function commonSign(left: ConditionNumber, right: ConditionNumber): boolean | undefined {
  if (left.isUnsigned === true || right.isUnsigned === true) return true;
  return left.isUnsigned === false && right.isUnsigned === false ? false : undefined;
}

function logicalNumber(op: string, left: ConditionNumber, right: ConditionNumber): ConditionNumber {
  const deciding = op === '||';
  const truths = [isTrue(left), isTrue(right)];
  if (truths.includes(deciding)) return truthNumber(deciding);
  return truthNumber(truths.includes(undefined) ? undefined : !deciding);
}

function shiftedNumber(
  op: string,
  { value, isUnsigned }: ConditionNumber,
  { value: count }: ConditionNumber,
): ConditionNumber {
  // Compilers differ on what a count gives that is negative or too large.
  const isCount = count !== undefined && count >= 0n && count < BITS;
  if (value === undefined || !isCount) return { value: undefined, isUnsigned };
  return numberOfType(op === '<<' ? value << count : value >> count, isUnsigned);
}

const COMPARISONS: ReadonlyMap<string, (left: bigint, right: bigint) => boolean> = new Map([
  ['==', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['<', (left, right) => left < right],
  ['>', (left, right) => left > right],
  ['<=', (left, right) => left <= right],
  ['>=', (left, right) => left >= right],
]);

function arithmetic(op: string, left: bigint, right: bigint): bigint | undefined {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right === 0n ? undefined : left % right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    default:
      return undefined;
  }
}
