import * as z from 'zod';
import { redactLines } from '../../model/redaction/redacted-lines.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, readTreeFile } from './agent-tree.ts';

/** Lines of one call, all ranges together: more would flood the window. */
const MAX_LINES = 400;

/** So many more are shown rather than left for another call. */
const MAX_REST = 40;

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
    description: `Reads ranges of lines, with their numbers, from one or more files: at most ${MAX_LINES} lines a call, the first ones of what is asked for.`,
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
      let left = MAX_LINES;
      const texts = parts.map(({ file, start, last, lines }) => {
        const isShort = left > 0 && last - start < left + MAX_REST;
        const end = isShort ? last : start + left - 1;
        left = Math.max(0, left - (end - start + 1));
        const rest = `[not shown for length: ask for ${file} from ${end + 1} to ${last}]`;
        if (end < start) return rest;
        const numbers = Array.from({ length: end - start + 1 }, (_, at) => start + at);
        const shown = numbers.map((line) => numbered(line, lines.at(line)));
        const head = `${file}, lines ${start} to ${end} of ${lines.count}:`;
        return [head, ...shown, ...(end < last ? [rest] : [])].join('\n');
      });
      return texts.join('\n\n');
    },
  });
}

function numbered(line: number, text: string): string {
  const cut = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)} […]` : text;
  return `${String(line).padStart(5)} | ${cut}`;
}
