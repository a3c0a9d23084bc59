import { posix } from 'node:path';

/** A call on a stack that a sanitizer printed. */
export interface StackFrame {
  readonly function: string;
  /** Missing for code without debugging information, such as the sanitizer's own. */
  readonly file?: string;
  readonly line?: number;
}

type SanitizerTool = 'address' | 'leak' | 'memory' | 'undefined';

/** One error that a sanitizer reported. */
export interface SanitizerReport {
  readonly tool: SanitizerTool;
  /** Of a word or two, such as `heap-buffer-overflow`; of undefined behaviour the whole sentence. */
  readonly kind: string;
  /** What memory it was, where that is said. */
  readonly address?: number;
  /** Where it happened, or for a leak where the memory came from; the innermost call first. */
  readonly stack: readonly StackFrame[];
  /** Where the memory was released before, where that is said. */
  readonly freedBy: readonly StackFrame[];
  /** Where the memory was allocated, where that is said. */
  readonly allocatedBy: readonly StackFrame[];
  /** All of it, as it was printed. */
  readonly text: string;
}

const ERROR = /^==\d+==(?:ERROR|WARNING): (Address|Leak|Memory)Sanitizer: (.*)$/;
const RUNTIME_ERROR = /^(?:\S.*?:\d+(?::\d+)?|<unknown>): runtime error: (.*)$/;
const LEAK = /^(?:Direct|Indirect) leak of \d+ byte/;
const FRAME = /^\s+#\d+ 0x[0-9a-f]+ +(?:in )?(.*)$/;
const PLACE = /^(.*?) (\/.*?):(\d+)(?::\d+)?$/;
const FREED = /^freed by thread /;
const ALLOCATED = /^(?:previously )?allocated by thread /;
const SUMMARY = /^SUMMARY: \w+Sanitizer: ([\w-]+)/m;
const DUMP = /^Shadow bytes around /;

/**
 * Reads what AddressSanitizer, LeakSanitizer, MemorySanitizer and UndefinedBehaviorSanitizer of clang write to
 * their log: the errors in their order. What is no error is passed over, so any text can be read.
 */
export function parseSanitizerLog(log: string): SanitizerReport[] {
  const reports: SanitizerReport[] = [];
  for (const lines of sections(log.split(/\r?\n/))) {
    const report = parseSection(lines);
    if (report !== undefined) reports.push(report);
  }
  return reports;
}

/** Each from the line that begins an error to the line before the next one. */
function sections(lines: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  for (const line of lines) {
    if (isBeginning(line)) all.push([line]);
    else all.at(-1)?.push(line);
  }
  return all;
}

/** That there are leaks is said once, and then each of them. */
function isBeginning(line: string): boolean {
  return ERROR.test(line) || RUNTIME_ERROR.test(line) || LEAK.test(line);
}

function parseSection(lines: readonly string[]): SanitizerReport | undefined {
  const [first = ''] = lines;
  const end = lines.findIndex((line) => DUMP.test(line));
  const said = end < 0 ? lines : lines.slice(0, end);
  const text = said.join('\n').trimEnd();
  const stacks = stacksOf(said);
  const known = {
    ...{ stack: stacks.own, freedBy: stacks.freed, allocatedBy: stacks.allocated },
    text,
  };
  const undefinedBehaviour = RUNTIME_ERROR.exec(first)?.[1];
  if (undefinedBehaviour !== undefined) {
    return { tool: 'undefined', kind: undefinedBehaviour, ...known };
  }
  if (LEAK.test(first)) return { tool: 'leak', kind: 'leak', ...known };
  const [, tool = '', message = ''] = ERROR.exec(first) ?? [];
  if (tool === 'Leak') return undefined;
  const address = /(?:on|of)(?: unknown)? address (0x[0-9a-f]+)/.exec(message)?.[1];
  return {
    tool: tool === 'Memory' ? 'memory' : 'address',
    kind: kindOf(message, text),
    ...(address === undefined ? {} : { address: Number(address) }),
    ...known,
  };
}

/** As the summary names it; `attempting double-free on 0x…` is `double-free`, where there is none. */
function kindOf(message: string, text: string): string {
  const named = SUMMARY.exec(text)?.[1];
  if (named !== undefined) return named;
  const [word = ''] = message.replace(/^attempting /, '').split(/[\s:(]/);
  return word;
}

type StackKind = 'own' | 'freed' | 'allocated' | 'other';

function stacksOf(lines: readonly string[]): Record<StackKind, StackFrame[]> {
  const stacks: Record<StackKind, StackFrame[]> = { own: [], freed: [], allocated: [], other: [] };
  let current: StackKind = 'own';
  let wasFrame = false;
  for (const line of lines) {
    if (FREED.test(line)) current = 'freed';
    else if (ALLOCATED.test(line)) current = 'allocated';
    const call = FRAME.exec(line)?.[1];
    if (call !== undefined) stacks[current].push(frameOf(call));
    // What follows the first stack belongs to something else, unless it says what.
    else if (wasFrame && current === 'own') current = 'other';
    wasFrame = call !== undefined;
  }
  return stacks;
}

function frameOf(call: string): StackFrame {
  const [, name, file, line] = PLACE.exec(call) ?? [];
  if (name !== undefined && file !== undefined && line !== undefined) {
    return { function: name, file: posix.normalize(file), line: Number(line) };
  }
  return { function: call.replace(/ \(.*$/, '') };
}
