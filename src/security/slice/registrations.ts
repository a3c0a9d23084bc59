import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { SourceIndex } from './source-index.ts';

/** A call through the field that a function is registered in. */
interface FieldCall {
  readonly caller: GraphFunction;
  readonly line: number;
}

/** Where a pointer to a function is passed, and who calls it then. */
export interface Registration {
  readonly file: string;
  readonly line: number;
  /** The field that the pointer ends in; undefined where that is not known. */
  readonly field: string | undefined;
  readonly calls: readonly FieldCall[];
}

/** Lines before the name on which the call may begin that hands it on. */
const MAX_BEFORE = 40;

/**
 * Follows a function that is passed as an argument into the field that the callee stores it in:
 * `register(reader, parse)` with `reader->parser = callback` in it is called where `->parser(` stands.
 */
export function registrationOf(
  { name }: Pick<GraphFunction, 'name'>,
  index: SourceIndex,
): Registration | undefined {
  const plain = unqualifiedName(name);
  const [, file, at] = /^(.*):(\d+)$/.exec(index.addressTakenAt(plain) ?? '') ?? [];
  if (file === undefined) return undefined;
  const line = Number(at);
  const field = fieldAt(plain, file, line, index);
  return { file, line, field, calls: field === undefined ? [] : index.fieldCalls(field) };
}

function fieldAt(name: string, file: string, line: number, index: SourceIndex): string | undefined {
  const lines = index.code(file);
  const own = lines[line - 1] ?? '';
  const column = own.search(new RegExp(`\\b${name}\\b(?!\\s*\\()`));
  if (column < 0) return undefined;
  const direct = /(?:->|\.)\s*(\w+)\s*=\s*&?\s*$/.exec(own.slice(0, column))?.[1];
  if (direct !== undefined) return direct;
  const before = [
    ...lines.slice(Math.max(0, line - 1 - MAX_BEFORE), line - 1),
    own.slice(0, column),
  ];
  const call = enclosingCall(before.join('\n'));
  if (call === undefined) return undefined;
  for (const callee of index.graph.definitions(call.callee)) {
    const code = index.code(callee.file).slice(callee.line - 1, callee.endLine);
    const parameter = parameterAt(code.join('\n'), call.callee, call.position);
    if (parameter === undefined) continue;
    const store = new RegExp(`(?:->|\\.)\\s*(\\w+)\\s*=\\s*&?\\s*${parameter}\\s*;`);
    const field = store.exec(code.join('\n'))?.[1];
    if (field !== undefined) return field;
  }
  return undefined;
}

/** The call whose arguments a text ends in, and how many stand before its end. */
function enclosingCall(text: string): { callee: string; position: number } | undefined {
  let depth = 0;
  let position = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const char = text[at];
    if (char === ')') depth += 1;
    else if (char === '(' && depth > 0) depth -= 1;
    else if (char === '(') {
      const callee = /([A-Za-z_]\w*)\s*$/.exec(text.slice(0, at))?.[1];
      return callee === undefined ? undefined : { callee, position };
    } else if (char === ',' && depth === 0) position += 1;
    else if ((char === ';' || char === '{' || char === '}') && depth === 0) return undefined;
  }
  return undefined;
}

/** The name of a parameter, by its position. */
function parameterAt(code: string, name: string, position: number): string | undefined {
  const start = code.search(new RegExp(`\\b${name}\\s*\\(`));
  if (start < 0) return undefined;
  const parameters: string[] = [];
  let depth = 0;
  let own = '';
  for (const char of code.slice(start + name.length)) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth === 0 && char === ')') break;
    if (char === ',' && depth === 1) {
      parameters.push(own);
      own = '';
    } else if (depth > 1 || char !== '(') own += char;
  }
  parameters.push(own);
  const text = parameters[position];
  if (text === undefined) return undefined;
  return /\(\s*\*\s*(\w+)/.exec(text)?.[1] ?? /(\w+)\s*$/.exec(text.trim())?.[1];
}
