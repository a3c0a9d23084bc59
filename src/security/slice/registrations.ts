import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { passesAsMany } from './argument-count.ts';
import type { SourceIndex } from './source-index.ts';
import { typeOfVariable } from './variable-type.ts';

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
 * `register(reader, parse)` with `reader->parser = callback` in it is called where `->parser(` stands. A field of another
 * record with the same name is left out as far as the types of the variables tell.
 */
export function registrationOf(
  { name }: Pick<GraphFunction, 'name'>,
  index: SourceIndex,
): Registration | undefined {
  const plain = unqualifiedName(name);
  const [, file, at] = /^(.*):(\d+)$/.exec(index.addressTakenAt(plain) ?? '') ?? [];
  if (file === undefined) return undefined;
  const line = Number(at);
  const stored = fieldAt(plain, file, line, index);
  if (stored === undefined) return { file, line, field: undefined, calls: [] };
  const { field } = stored;
  const through = `(?:->|\\.)\\s*${field}\\s*\\)?\\s*`;
  const taking = index.graph.definitions(name);
  const fits = ({ caller, line: at }: FieldCall) =>
    taking.length === 0 ||
    taking.some((fn) => passesAsMany({ file: caller.file, line: at }, through, fn, index));
  const calls = index
    .fieldCalls(field)
    .filter((call) => mayCallThrough(call, stored, index) && fits(call));
  return { file, line, field, calls };
}

/** A field, with the type of its record as the code has it, where that is known. */
interface StoredField {
  readonly field: string;
  readonly type: RecordType | undefined;
}

interface RecordType {
  readonly name: string;
  /** Whether it is named by its tag; the tag and other names of a type do not tell whether they mean one. */
  readonly isTag: boolean;
}

/** In C alone, where no type is a kind of another one. */
const C_FILE = /\.[ch]$/;

/** Whether a call through a field may be one through a field of that record. */
function mayCallThrough(
  { caller, line }: FieldCall,
  { field, type }: StoredField,
  index: SourceIndex,
): boolean {
  if (type === undefined || !C_FILE.test(caller.file)) return true;
  const code = index.code(caller.file);
  const through = new RegExp(`^(.*?(?:->|\\.)\\s*${field})(?:\\s*\\))?\\s*\\(`);
  const before = through.exec(code[line - 1] ?? '')?.[1];
  const body = code.slice(caller.line - 1, caller.endLine).join('\n');
  const own = before === undefined ? undefined : baseType(before, body);
  return own === undefined || own.isTag !== type.isTag || own.name === type.name;
}

/** The type of the variable that a text ends in a field of, where the function around it declares that. */
function baseType(before: string, body: string): RecordType | undefined {
  const [, link, base] = /(->|\.)?\s*\b([A-Za-z_]\w*)\s*(?:->|\.)\s*\w+\s*$/.exec(before) ?? [];
  const name = base === undefined || link !== undefined ? undefined : typeOfVariable(base, body);
  if (name === undefined) return undefined;
  return { name, isTag: new RegExp(`\\b(?:struct|union)\\s+${name}\\b`).test(body) };
}

function fieldAt(
  name: string,
  file: string,
  line: number,
  index: SourceIndex,
): StoredField | undefined {
  const lines = index.code(file);
  const own = lines[line - 1] ?? '';
  const column = own.search(new RegExp(`\\b${name}\\b(?!\\s*\\()`));
  if (column < 0) return undefined;
  const [direct, field] = /(?:->|\.)\s*(\w+)(?=\s*=\s*&?\s*$)/.exec(own.slice(0, column)) ?? [];
  if (direct !== undefined && field !== undefined) {
    const around = index.functionAt(file, line);
    const body = around === undefined ? '' : lines.slice(around.line - 1, line).join('\n');
    const place = own.slice(0, own.lastIndexOf(direct) + direct.length);
    return { field, type: C_FILE.test(file) ? baseType(place, body) : undefined };
  }
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
    const body = code.join('\n');
    const store = new RegExp(`^(.*(?:->|\\.)\\s*(\\w+))\\s*=\\s*&?\\s*${parameter}\\s*;`, 'm');
    const [, before, stored] = store.exec(body) ?? [];
    if (before !== undefined && stored !== undefined)
      return { field: stored, type: C_FILE.test(callee.file) ? baseType(before, body) : undefined };
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
