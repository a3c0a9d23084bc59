import type { ClangFunction, ClangParameter } from '../../code/clang/unit.ts';

/** A C function whose body is replaced in a copy of its file. */
export interface ReplacedFunction {
  readonly function: ClangFunction;
  /** The shim that it calls; undefined where the function is taken out as a whole. */
  readonly symbol: string | undefined;
  /** Variables of the file that the shim is given by their addresses. */
  readonly variables?: readonly ClangParameter[];
}

/** What a function that is gone leaves unused is no fault of the project's. */
const QUIET = ['unused-function', 'unused-variable', 'unused-const-variable', 'nested-externs'];

/**
 * A source file in which functions call their shims instead of what they did. All else stays as it is,
 * and on the lines on which it was.
 * @throws RangeError when a body does not begin and end with a brace
 */
export function forwardCalls(source: Buffer, replaced: readonly ReplacedFunction[]): Buffer {
  const lines = lineStarts(source);
  const offset = (line: number, column: number) => (lines[line - 1] ?? 0) + column - 1;
  const cuts = replaced.map(({ function: f, symbol, variables = [] }) => {
    const { range, body } = f;
    const open = offset(body.line, body.column);
    const end = offset(range.endLine, range.endColumn) + 1;
    if (source[open] !== OPEN || source[end - 1] !== CLOSE || open >= end) {
      throw new RangeError(`the body of ${f.name} does not stand between braces`);
    }
    const start = symbol === undefined ? offset(range.startLine, range.startColumn) : open;
    const count = source.subarray(start, end).filter((byte) => byte === NEWLINE).length;
    return {
      start,
      end,
      text: `${symbol === undefined ? '' : callOf(f, symbol, variables)}${'\n'.repeat(count)}`,
    };
  });
  cuts.sort((a, b) => a.start - b.start);
  const pragmas = QUIET.map((name) => `#pragma GCC diagnostic ignored "-W${name}"\n`);
  const parts: Buffer[] = [Buffer.from(`${pragmas.join('')}#line 1\n`)];
  let from = 0;
  for (const { start, end, text } of cuts) {
    parts.push(source.subarray(from, start), Buffer.from(text));
    from = end;
  }
  return Buffer.concat([...parts, source.subarray(from)]);
}

/**
 * A body that calls a shim. The types are those of the function itself, so that none has to be
 * written; parentheses keep macros of its name away.
 */
function callOf(f: ClangFunction, symbol: string, variables: readonly ClangParameter[]): string {
  const names = f.params.map(({ name }) => name);
  const given = [
    ...names,
    ...variables.map(({ name, type }) => (type.kind === 'array' ? `&${name}[0]` : `&${name}`)),
  ];
  const types = given.map((value) => `__typeof__(${value})`).join(', ') || 'void';
  const declaration = `__extension__ __typeof__((${f.name})(${names.join(', ')})) ${symbol}(${types});`;
  const call = `${symbol}(${given.join(', ')});`;
  return `{ ${declaration} ${f.returns.kind === 'void' ? '' : 'return '}${call} }`;
}

const [NEWLINE, OPEN, CLOSE] = [0x0a, 0x7b, 0x7d];

function lineStarts(source: Buffer): number[] {
  const starts = [0];
  for (let at = source.indexOf(NEWLINE); at >= 0; at = source.indexOf(NEWLINE, at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}
