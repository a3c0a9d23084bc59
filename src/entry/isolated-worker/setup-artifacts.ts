import { COMPILATION_FILE } from '../../migration/artifacts/compilation.ts';
import { ARTIFACTS, committedArtifacts } from '../../migration/state/artifact-folder.ts';
import { TYPES_FILE } from '../../migration/state/type-layout.ts';

/** What later tasks go by: what a person has decided, and what stands for the types. */
const DECISIONS = ['.gitignore', 'config.json', 'library_replacements.jsonl', TYPES_FILE];

/** What each scan writes anew: for people who look into the repository. */
const LISTS = ['symbols.jsonl', 'symbols_prune.jsonl', 'translation_order.jsonl'];

/** A list that is larger is no help in a pull request. */
const MAX_LIST_BYTES = 1_000_000;

/** Of headers that the build makes, together: a project with more of them is built by each task. */
const MAX_BUILD_BYTES = 4_000_000;

/**
 * The artifacts that the layout of a crate brings beside it, by their paths below the project. How the C is
 * compiled is among them, so that no later task has to build the project.
 * @param project the project's folder, after a scan
 */
export function setupArtifacts(project: string): Record<string, string> {
  const all = Object.entries(committedArtifacts(project)).map(
    ([path, content]) => ({ name: path.slice(ARTIFACTS.length + 1), path, content }) as const,
  );
  const build = all.filter(
    ({ name }) => name === COMPILATION_FILE || name.startsWith('generated/'),
  );
  const isKept = sizeOf(build) <= MAX_BUILD_BYTES;
  const chosen = all.filter(
    (one) =>
      DECISIONS.includes(one.name) ||
      (LISTS.includes(one.name) && sizeOf([one]) <= MAX_LIST_BYTES) ||
      (isKept && build.includes(one)),
  );
  return Object.fromEntries(chosen.map(({ path, content }) => [path, content]));
}

/** In bytes. */
function sizeOf(files: readonly { readonly content: string }[]): number {
  return files.reduce((total, { content }) => total + Buffer.byteLength(content), 0);
}
