import { parsePatch, type StructuredPatch } from 'diff';
import { messageOf, UsageError } from '../../errors.ts';
import type { PatchHunk } from './reverse-hunks.ts';

/** What a patch does to one file. Names are as the patch has them, which a stranger may have written. */
export interface PatchEntry {
  /** Undefined where the patch makes the file. */
  readonly oldName: string | undefined;
  /** Undefined where it deletes the file. */
  readonly newName: string | undefined;
  readonly isRename: boolean;
  readonly kind: 'text' | 'binary' | 'link' | 'submodule';
  /** Each byte of a line is a character: sources need not be UTF-8. */
  readonly hunks: readonly PatchHunk[];
}

const MAX_BYTES = 200_000_000;

/** What git writes of a symbolic link. */
const LINK_MODE = '120000';

/** The end of a mail that git writes, which is no removed line: nothing of a patch follows one so. */
const SIGNATURE = /^-- \r?\n(?=\d)/gm;

/**
 * Reads a unified diff, as git, diff, hg and svn write it, also in a mail.
 * @throws UsageError for a text that is none, or is damaged
 */
export function readPatch(bytes: Buffer): PatchEntry[] {
  if (bytes.length > MAX_BYTES)
    throw new UsageError(`the patch has ${bytes.length} bytes, more than ${MAX_BYTES}`);
  if (bytes.toString('latin1').trim() === '') return [];
  // Names are UTF-8, and where they are escaped, the parser decodes them so in any case.
  const named = parsed(bytes.toString('utf8'));
  const entries = parsed(bytes.toString('latin1')).flatMap((file, at) => {
    const oldName = realName(named[at]?.oldFileName);
    const newName = realName(named[at]?.newFileName);
    if (oldName === undefined && newName === undefined) {
      if (file.hunks.length === 0) return [];
      throw new UsageError('the patch does not say which file its lines are of');
    }
    const isMade = file.isCreate === true || file.isCopy === true;
    return [
      {
        oldName: isMade ? undefined : oldName,
        newName: file.isDelete === true ? undefined : newName,
        isRename: file.isRename === true,
        kind: kindOf(file),
        hunks: file.hunks,
      },
    ];
  });
  if (entries.length === 0)
    throw new UsageError("the standard input is no patch, such as 'git diff' prints");
  return entries;
}

function parsed(text: string): StructuredPatch[] {
  try {
    return parsePatch(text.replace(SIGNATURE, ''));
  } catch (thrown) {
    throw new UsageError(`the patch cannot be read: ${messageOf(thrown)}`);
  }
}

function realName(name: string | undefined): string | undefined {
  return name === '/dev/null' ? undefined : name;
}

function kindOf(file: StructuredPatch): PatchEntry['kind'] {
  const { hunks, newMode, oldMode } = file;
  if ([newMode, oldMode].includes(LINK_MODE)) return 'link';
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.length > 0 && lines.every((line) => /^[-+]Subproject commit [0-9a-f]{40}/.test(line)))
    return 'submodule';
  const hasText =
    hunks.length > 0 ||
    [file.isRename, file.isCopy, file.isCreate, file.isDelete].includes(true) ||
    newMode !== undefined;
  return hasText && file.isBinary !== true ? 'text' : 'binary';
}
