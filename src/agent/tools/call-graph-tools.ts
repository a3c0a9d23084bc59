import * as z from 'zod';
import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { type RedactedLines, redactLines } from '../../model/redaction/redacted-lines.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, readTreeFile } from './agent-tree.ts';
import { nearestNames } from './nearest-names.ts';

const THROUGH_FIELD = ', perhaps, through a field';

const nameSchema = z.strictObject({ name: z.string().min(1).describe('name of a function') });

/** Lines of one body, and of all that one call gives. */
const MAX_BODY = 320;
const MAX_LINES = 480;

/** Lines of a body of another function of the same name. */
const MAX_OTHER_BODY = 30;

/** Where a function is defined, and what it is. */
export function findDefinition(tree: AgentTree): Tool {
  return defineTool({
    name: 'find_definition',
    description:
      `Tells where the functions of a name are defined, with the body, ${MAX_BODY} lines at most. ` +
      'Where several have the name, long bodies are shown of the one that most functions call, and of the others with file alone.',
    permission: 'read',
    args: nameSchema.extend({
      file: z.string().optional().describe('only the one in this file'),
    }),
    run({ name, file }) {
      let left = MAX_LINES;
      const all = definitionsOf(tree, name);
      const here = all.filter((definition) => definition.file === file);
      const parts = (here.length > 0 ? here : mostCalledFirst(tree, all)).map((definition, at) => {
        const most = at === 0 ? MAX_BODY : MAX_OTHER_BODY;
        if (at > 0 && definition.endLine - definition.line >= MAX_OTHER_BODY) {
          return `${describeFunction(definition)}: for its body give file ${definition.file}`;
        }
        const body = bodyOf(tree, definition, Math.min(most, left));
        left -= body.length;
        return [describeFunction(definition), ...body].join('\n');
      });
      return parts.join('\n');
    },
  });
}

/** A tree may hold several programs with functions of one name: most often the one that is called most is meant. */
function mostCalledFirst(tree: AgentTree, all: readonly GraphFunction[]): GraphFunction[] {
  const [only] = all;
  if (only !== undefined && all.length === 1) return [only];
  const callers = new Map(all.map((one) => [one, tree.graph.callersOf(one).length]));
  return all.toSorted((one, other) => (callers.get(other) ?? 0) - (callers.get(one) ?? 0));
}

/** Which functions call one. */
export function findCallers(tree: AgentTree): Tool {
  return defineTool({
    name: 'find_callers',
    description:
      'Lists the functions that call a function of the project or of a library by its name, with the lines of the calls. ' +
      'Calls through fields are among them where the function is stored in a field of that name; ' +
      'calls through other pointers are not.',
    permission: 'read',
    args: nameSchema,
    run({ name }) {
      const callers = tree.graph.callers(name);
      if (callers.length === 0) return `Nothing is known to call ${name}.`;
      return callers
        .map((caller) => {
          const how = caller.calls.includes(name) ? '' : THROUGH_FIELD;
          return describeFunction(caller) + how + callLines(tree, caller, name);
        })
        .join('\n');
    },
  });
}

/** Which functions one calls. */
export function findCallees(tree: AgentTree): Tool {
  return defineTool({
    name: 'find_callees',
    description:
      'Lists what a function calls, by name or through fields, with the definitions in the project.',
    permission: 'read',
    args: nameSchema,
    run: ({ name }) =>
      definitionsOf(tree, name)
        .map((definition) => {
          const callees = tree.graph
            .callees(definition)
            .map(({ name: callee, definitions, throughField }) => {
              const how = throughField ? THROUGH_FIELD : '';
              return definitions.length > 0
                ? definitions.map((one) => `  ${describeFunction(one)}${how}`).join('\n')
                : `  ${callee} (not defined in the project)${how}`;
            });
          return [
            `${describeFunction(definition)} calls:`,
            ...(callees.length > 0 ? callees : ['  nothing']),
          ].join('\n');
        })
        .join('\n'),
  });
}

/** How one function is reached from another. */
export function callPaths(tree: AgentTree): Tool {
  return defineTool({
    name: 'call_paths',
    description:
      'Lists ways of calls from one function to another, the shortest first, with the file and line of each call.',
    permission: 'read',
    args: z.strictObject({
      from: z.string().min(1),
      to: z.string().min(1).describe('a function of the project or of a library'),
      max_paths: z.int().min(1).max(50).default(10),
      max_length: z.int().min(1).max(30).default(12).describe('calls from first to last'),
    }),
    run({ from, to, max_paths, max_length }) {
      definitionsOf(tree, from);
      const { paths, complete } = tree.graph.paths(from, to, {
        maxPaths: max_paths,
        maxLength: max_length,
      });
      const lines = paths.map((path) => pathText(tree, path));
      if (lines.length === 0) lines.push(`No known calls lead from ${from} to ${to}.`);
      if (!complete) lines.push('[there may be more: raise max_paths or max_length]');
      return lines.join('\n');
    },
  });
}

function definitionsOf(tree: AgentTree, name: string): readonly GraphFunction[] {
  const definitions = tree.graph.definitions(name);
  if (definitions.length > 0) return definitions;
  const near = nearestNames(name, tree.graph.names());
  const hint = near.length === 0 ? '' : `; there is ${near.join(', ')}`;
  throw new ToolError(
    `the project defines no function ${name}${hint}; search_code finds other uses`,
  );
}

/** Lines that are named of one caller. */
const MAX_SITES = 6;

/** `, on line 12, 30`; nothing where the call stands in a macro or goes through a field of another name. */
function callLines(tree: AgentTree, caller: GraphFunction, callee: string): string {
  const sites = sitesOf(tree, caller, callee);
  if (sites.length === 0) return '';
  const more = sites.length > MAX_SITES ? ' and more' : '';
  return `, on line ${sites.slice(0, MAX_SITES).join(', ')}${more}`;
}

function sitesOf(tree: AgentTree, caller: GraphFunction, callee: string): number[] {
  const lines = sourceLines(tree, caller.file);
  const name = (callee.split('::').at(-1) ?? callee).replaceAll(/\W/g, '\\$&');
  const pattern = caller.calls.includes(callee)
    ? new RegExp(`\\b${name}\\s*\\(`)
    : new RegExp(`(?:->|\\.)\\s*${name}\\s*\\)?\\s*\\(`);
  const found: number[] = [];
  for (let line = caller.line; line <= caller.endLine; line += 1) {
    if (pattern.test(lines[line - 1] ?? '')) found.push(line);
  }
  return caller.name === callee ? found.filter((line) => line > caller.line) : found;
}

/** `main (src/main.c:41) -> parse (src/parse.c:88) -> copy`: in parentheses where the next one is called. */
function pathText(tree: AgentTree, path: readonly string[]): string {
  const steps = path.map((name, at) => {
    const next = path[at + 1];
    if (next === undefined) return name;
    const [caller] = tree.graph
      .definitions(name)
      .filter((fn) => fn.calls.includes(next) || fn.fieldCalls.includes(next));
    const [site] = caller === undefined ? [] : sitesOf(tree, caller, next);
    return caller === undefined || site === undefined ? name : `${name} (${caller.file}:${site})`;
  });
  return steps.join(' -> ');
}

function sourceLines(tree: AgentTree, file: string): readonly string[] {
  try {
    return readTreeFile(tree, file).split(/\r?\n/);
  } catch (thrown) {
    if (thrown instanceof ToolError) return [];
    throw thrown;
  }
}

/** Numbered lines of a function, without secrets; none where its file cannot be read. */
function bodyOf(tree: AgentTree, { file, line, endLine }: GraphFunction, most: number): string[] {
  let lines: RedactedLines;
  try {
    lines = redactLines(readTreeFile(tree, file).split(/\r?\n/));
  } catch (thrown) {
    if (thrown instanceof ToolError) return [];
    throw thrown;
  }
  const count = Math.max(0, Math.min(endLine - line + 1, most));
  const body = Array.from({ length: count }, (_, at) => {
    return `${String(line + at).padStart(5)} | ${lines.at(line + at)}`.trimEnd();
  });
  const rest = endLine - line + 1 - count;
  const from = `read_code shows them, ${file} from ${line + count} to ${endLine}`;
  return rest <= 0 ? body : [...body, `[${rest} more lines: ${from}]`];
}

function describeFunction({ name, file, line, endLine }: GraphFunction): string {
  return `${name} (${file}:${line}-${endLine})`;
}
