import * as z from 'zod';
import { redactLines } from '../../model/redaction/redacted-lines.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, readTreeFile } from './agent-tree.ts';

/** Lines of one call, all ranges together: more would flood the window. */
const MAX_LINES = 400;

/** A line is cut here: generated code has lines as long as files. */
const MAX_LINE = 500;

const rangeSchema = z.strictObject({
  file: z.string().describe('path relative to the tree'),
  start: z.int().min(1).default(1).describe('first line'),
  end: z.int().min(1).optional().describe(`last line; by default ${MAX_LINES} lines at most`),
});

/** Reads line ranges of one or more files. */
export function readCode(tree: AgentTree): Tool {
  return defineTool({
    name: 'read_code',
    description: `Reads ranges of lines, with their numbers, from one or more files: at most ${MAX_LINES} lines a call.`,
    permission: 'read',
    maxChars: 40_000,
    args: z.strictObject({ ranges: z.array(rangeSchema).min(1).max(10) }),
    run({ ranges }) {
      const parts = ranges.map(({ file, start, end }) => {
        const lines = redactLines(readTreeFile(tree, file).replace(/\n$/, '').split('\n'));
        if (start > lines.count) {
          throw new ToolError(`${file} has only ${lines.count} lines, so none from ${start} on`);
        }
        const last = Math.min(end ?? start + MAX_LINES - 1, lines.count);
        if (last < start) throw new ToolError(`the range ${start} to ${last} of ${file} is empty`);
        return { file, start, last, lines };
      });
      const asked = parts.reduce((sum, { start, last }) => sum + last - start + 1, 0);
      if (asked > MAX_LINES) {
        throw new ToolError(
          `that is ${asked} lines, more than the ${MAX_LINES} of one call; ask for the part that matters`,
        );
      }
      return parts
        .map(({ file, start, last, lines }) => {
          const numbers = Array.from({ length: last - start + 1 }, (_, at) => start + at);
          const shown = numbers.map((line) => numbered(line, lines.at(line)));
          return `${file}, lines ${start} to ${last} of ${lines.count}:\n${shown.join('\n')}`;
        })
        .join('\n\n');
    },
  });
}

function numbered(line: number, text: string): string {
  const cut = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)} […]` : text;
  return `${String(line).padStart(5)} | ${cut}`;
}
