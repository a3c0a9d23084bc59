import { createHash } from 'node:crypto';
import { languageOfPath } from '../../code/syntax/language.ts';
import { readSourceBytes, type TextLimits } from '../../workspace/files/source-text.ts';
import { buildDigestOf } from './build/build-digest.ts';
import type { TreeBuilds } from './build/tree-builds.ts';
import type { KnowledgeState } from './scan-rounds.ts';

/** What the analysis of the files of a tree depends on: their texts, how they are compiled, and what they tell each other. */
export interface TreeView {
  /** The folder that paths are relative to. */
  readonly root: string;
  readonly limits: TextLimits;
  readonly builds: TreeBuilds;
  readonly state: KnowledgeState;
}

/**
 * Whether the analysis of a file depends on the same in two versions of a tree: its text, how it is compiled, and what
 * it can see of the other files, wherever it stands there. Then it has the same candidates in both.
 */
export function isSeenAlike(path: string, here: TreeView, there: TreeView): boolean {
  const [text, other] = [textOf(path, here), textOf(path, there)];
  const isSameText = text === undefined ? other === undefined : other?.equals(text) === true;
  if (!isSameText || buildDigestOf(here.builds, path) !== buildDigestOf(there.builds, path)) {
    return false;
  }
  if (languageOfPath(path) !== 'rust') {
    return here.state.digest.seesSame(path, there.state.digest);
  }
  return here.state.rust.unplacedDigestFor(path) === there.state.rust.unplacedDigestFor(path);
}

/** A digest of all that the analysis of a file depends on, but for the lines that other files have things on. */
export function viewOfFile(path: string, view: TreeView): string {
  const { digest, rust } = view.state;
  const text = textOf(path, view);
  const ofText = text === undefined ? '' : createHash('sha256').update(text).digest('base64');
  if (languageOfPath(path) === 'rust') return `${ofText} ${rust.unplacedDigestFor(path)}`;
  return `${ofText} ${digest.unplacedDigestFor(path)} ${buildDigestOf(view.builds, path)}`;
}

/** The bytes of a file; undefined where it cannot be read. */
function textOf(path: string, { root, limits }: TreeView): Buffer | undefined {
  const source = readSourceBytes(root, path, limits);
  return 'skip' in source ? undefined : source.bytes;
}
