import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { pathPatterns } from '../../workspace/files/path-patterns.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, readTreeFile, resolveInTree } from './agent-tree.ts';

/** What may be written, as lines of a `.gitignore` that match it. */
export interface EditScope {
  readonly allowed: readonly string[];
}

const MAX_BYTES = 1_000_000;
const CONTEXT_LINES = 2;

/** Replaces one place in a file, or nothing. */
export function editFile(tree: AgentTree, scope: EditScope): Tool {
  return defineTool({
    name: 'edit_file',
    description:
      'Replaces a piece of a file by another. The old piece must stand there exactly once, to the ' +
      'last space; several edits of one call are made all together or not at all.',
    permission: 'write',
    args: z.strictObject({
      file: z.string(),
      edits: z
        .array(z.strictObject({ old: z.string().min(1), new: z.string() }))
        .min(1)
        .max(20),
    }),
    run({ file, edits }) {
      const place = resolveWritable(tree, scope, file);
      let text = readTreeFile(tree, file);
      for (const [index, edit] of edits.entries()) {
        text = replaceOnce(text, edit.old, edit.new, `edit ${index + 1} of ${file}`);
      }
      write(place, file, text);
      return `${file} was changed in ${edits.length} ${edits.length === 1 ? 'place' : 'places'}.`;
    },
  });
}

/** Where a file is written. Everything is checked before anything is. */
function resolveWritable(tree: AgentTree, { allowed }: EditScope, file: string): string {
  const place = resolveInTree(tree, file);
  const path = relative(tree.root, place);
  // The same place under another name: a link on the way, or the file itself.
  if (
    path === '' ||
    lstatSync(join(tree.root, file), { throwIfNoEntry: false })?.isSymbolicLink()
  ) {
    throw new ToolError(`${file} is a link or the tree itself; name the file`);
  }
  if (!pathPatterns([...allowed]).ignores(path)) {
    throw new ToolError(`${file} may not be written here; what may is: ${allowed.join(', ')}`);
  }
  return place;
}

function replaceOnce(text: string, old: string, replacement: string, what: string): string {
  const first = text.indexOf(old);
  if (first < 0) throw new ToolError(`${what}: the old piece does not stand there; read it again`);
  const places = [first];
  for (let at = text.indexOf(old, first + 1); at >= 0; at = text.indexOf(old, at + 1))
    places.push(at);
  if (places.length === 1)
    return text.slice(0, first) + replacement + text.slice(first + old.length);
  const shown = places
    .slice(0, 5)
    .map((at) => preview(text, at))
    .join('\n---\n');
  const advice = 'nothing was changed; take more lines around the one you mean';
  throw new ToolError(
    `${what}: the old piece stands there ${places.length} times; ${advice}:\n${shown}`,
  );
}

/** The lines around a place, with their numbers. */
function preview(text: string, at: number): string {
  const line = text.slice(0, at).split('\n').length;
  const start = Math.max(1, line - CONTEXT_LINES);
  return text
    .split('\n')
    .slice(start - 1, line + CONTEXT_LINES)
    .map((content, index) => `${String(start + index).padStart(5)} | ${content.slice(0, 300)}`)
    .join('\n');
}

function write(place: string, file: string, text: string): void {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new ToolError(`${file} would have more than ${MAX_BYTES} bytes; write less`);
  }
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileAtomically(place, text);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw new ToolError(messageOf(thrown));
    throw thrown;
  }
}
