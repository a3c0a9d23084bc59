import { RE2JS } from 're2js';
import * as z from 'zod';
import { messageOf } from '../../errors.ts';
import { redactLines } from '../../model/redaction/redacted-lines.ts';
import { pathPatterns } from '../../workspace/files/path-patterns.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, readTreeFile } from './agent-tree.ts';
import { expandBraces } from './glob-braces.ts';
import { treeFiles } from './list-files.ts';

const MAX_MATCHES = 100;
const MAX_LINE = 300;

/** Searches the files of the tree line by line, as ripgrep does. */
export function searchCode(tree: AgentTree): Tool {
  return defineTool({
    name: 'search_code',
    description:
      'Searches files line by line with a regular expression, as ripgrep does: RE2 syntax, ' +
      `without what .gitignore leaves out, binary files not at all; ${MAX_MATCHES} matches at most, those in tests last, ` +
      'each with the function around it.',
    permission: 'read',
    args: z.strictObject({
      pattern: z.string().min(1).max(1000),
      folder: z.string().default('.').describe('folder or file to search'),
      glob: z.string().optional().describe('only files that this matches, such as *.c or *.{c,h}'),
      ignore_case: z.boolean().default(false),
      literal: z.boolean().default(false).describe('the pattern is plain text'),
    }),
    async run({ pattern, folder, glob, ignore_case, literal }, signal) {
      const matcher = compilePattern(literal ? RE2JS.quote(pattern) : pattern, ignore_case);
      const selected = glob === undefined ? undefined : pathPatterns(expandBraces(glob));
      const matches: string[] = [];
      const files = treeFiles(tree, folder).toSorted((a, b) => rankOf(a.path) - rankOf(b.path));
      for (const { path } of files) {
        if (selected !== undefined && !selected.ignores(path)) continue;
        // A search of many files must stay abortable.
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
        const lines = searchableLines(tree, path);
        const shown = redactLines(lines);
        for (const [index, line] of lines.entries()) {
          if (!matcher.matcher(line).find()) continue;
          if (matches.length === MAX_MATCHES) {
            return `${matches.join('\n')}\n[more than ${MAX_MATCHES} matches: narrow the pattern, the folder or the glob; the search ended in ${path}]`;
          }
          const text = shown
            .at(index + 1)
            .trimEnd()
            .slice(0, MAX_LINE);
          const around = tree.graph.functionAt(path, index + 1);
          const where = around === undefined ? '' : `in ${around.name}: `;
          matches.push(`${path}:${index + 1}: ${where}${text}`);
        }
      }
      return matches.length > 0 ? matches.join('\n') : 'No line matches.';
    },
  });
}

/** Tests come last: they name everything, and seldom decide. */
function rankOf(path: string): number {
  return /(?:^|\/)(?:tests?|testing|testsuite|fuzz(?:ing)?|bench(?:marks?)?|examples?)\/|(?:^|\/)test_[^/]*$|_tests?\.\w+$/.test(
    path,
  )
    ? 1
    : 0;
}

/** RE2 takes time that grows with the text, whatever the pattern: no input can make it hang. */
function compilePattern(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (thrown) {
    throw new ToolError(
      `the pattern is no regular expression of RE2 (${messageOf(thrown)}); correct it, or set literal`,
    );
  }
}

/** No lines for what is binary or cannot be read. */
function searchableLines(tree: AgentTree, path: string): string[] {
  try {
    return readTreeFile(tree, path).replace(/\n$/, '').split('\n');
  } catch (thrown) {
    if (thrown instanceof ToolError) return [];
    throw thrown;
  }
}
