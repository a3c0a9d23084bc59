import * as z from 'zod';
import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { type RedactedLines, redactLines } from '../../model/redaction/redacted-lines.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, readTreeFile } from './agent-tree.ts';

const THROUGH_FIELD = ', perhaps, through a field';

const nameSchema = z.strictObject({ name: z.string().min(1).describe('name of a function') });

/** Lines of one body, and of all that one call gives. */
const MAX_BODY = 120;
const MAX_LINES = 300;

/** Where a function is defined, and what it is. */
export function findDefinition(tree: AgentTree): Tool {
  return defineTool({
    name: 'find_definition',
    description: `Tells where the functions of a name are defined, with their bodies, ${MAX_BODY} lines of each at most.`,
    permission: 'read',
    args: nameSchema,
    run({ name }) {
      let left = MAX_LINES;
      const parts = definitionsOf(tree, name).map((definition) => {
        const body = bodyOf(tree, definition, Math.min(MAX_BODY, left));
        left -= body.length;
        return [describeFunction(definition), ...body].join('\n');
      });
      return parts.join('\n');
    },
  });
}

/** Which functions call one. */
export function findCallers(tree: AgentTree): Tool {
  return defineTool({
    name: 'find_callers',
    description:
      'Lists the functions that call a function of the project or of a library by its name. ' +
      'Calls through fields are among them where the function is stored in a field of that name; ' +
      'calls through other pointers are not.',
    permission: 'read',
    args: nameSchema,
    run({ name }) {
      const callers = tree.graph.callers(name);
      if (callers.length === 0) return `Nothing is known to call ${name}.`;
      return callers
        .map(
          (caller) => describeFunction(caller) + (caller.calls.includes(name) ? '' : THROUGH_FIELD),
        )
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
    description: 'Lists ways of calls from one function to another, the shortest first.',
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
      const lines = paths.map((path) => path.join(' -> '));
      if (lines.length === 0) lines.push(`No known calls lead from ${from} to ${to}.`);
      if (!complete) lines.push('[there may be more: raise max_paths or max_length]');
      return lines.join('\n');
    },
  });
}

function definitionsOf(tree: AgentTree, name: string): readonly GraphFunction[] {
  const definitions = tree.graph.definitions(name);
  if (definitions.length > 0) return definitions;
  throw new ToolError(`the project defines no function ${name}; search_code finds other uses`);
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
  return rest <= 0 ? body : [...body, `[${rest} more lines: read_code shows them]`];
}

function describeFunction({ name, file, line, endLine }: GraphFunction): string {
  return `${name} (${file}:${line}-${endLine})`;
}
