import { isProgramFile } from '../../../migration/crate/program-files.ts';
import { isProgramText } from '../../../migration/crate/program-text.ts';
import { ARTIFACTS } from '../../../migration/state/artifact-folder.ts';
import { PLAN_CAPS, type ReadyPlan, type SetupPlan } from '../../isolated-worker/migration-plan.ts';

/** Of the artifacts: what a function's pull request may bring, and what the layout may bring. */
const OF_FUNCTION = /^(?:symbol_map|types)\/.+\.json$/;
const OF_SETUP =
  /^(?:[a-z_]+\.jsonl|(?:config|types|compilation)\.json|\.gitignore|generated\/(?:[\w+-][\w.+-]*\/)*[\w+-][\w.+-]*\.(?:h|hh|hpp|hxx|inc|def))$/;

/** What a crate is made of. */
const OF_CRATE =
  /^(?:(?:src|tests)\/[\w/-]+\.rs|Cargo\.(?:toml|lock)|rust-toolchain\.toml|\.gitignore)$/;

/**
 * Why a plan is not published, in one sentence; undefined when nothing speaks against it. It comes from
 * a process that read untrusted text: only the crate, and the records of the migration, may change.
 * @param project the folder of the project, and `crate` that of its crate, as configured
 */
export function planRefusal(
  plan: ReadyPlan | SetupPlan,
  { project, crate }: { readonly project: string; readonly crate: string },
): string | undefined {
  const prefix = project === '.' ? '' : `${project}/`;
  const [own, records] = [`${prefix}${crate}/`, `${prefix}${ARTIFACTS}/`];
  if (plan.crate !== own.slice(0, -1)) return `it is for the folder ${plan.crate}`;
  let total = 0;
  const seen = new Set<string>();
  for (const { path, content } of plan.files) {
    const key = path.toLowerCase();
    if (seen.has(key)) return `it names ${path} twice`;
    seen.add(key);
    const isOwn = path.startsWith(own) && OF_CRATE.test(path.slice(own.length));
    const artifact = plan.kind === 'ready' ? OF_FUNCTION : OF_SETUP;
    if (isOwn && plan.kind === 'ready' && isForeignProgram(path.slice(own.length), content)) {
      return `it would change ${path}, and a function brings no program but one that is generated`;
    }
    const isRecord = path.startsWith(records) && artifact.test(path.slice(records.length));
    if (!isOwn && !isRecord) return `it would change ${path}, which is none of its files`;
    if (isHidden(path, [own, records])) return `it would change ${path}, which is hidden`;
    const bytes = Buffer.byteLength(content ?? '');
    total += bytes;
    if (bytes > PLAN_CAPS.fileBytes) return `${path} has more than ${PLAN_CAPS.fileBytes} bytes`;
    if (content?.includes('\0')) return `${path} is no text`;
  }
  if (total > PLAN_CAPS.totalBytes) return `it has more than ${PLAN_CAPS.totalBytes} bytes`;
  return undefined;
}

/** Whether a file is a program, and its text is none that only calls a function of the library. */
export function isForeignProgram(path: string, content: string | null): boolean {
  return isProgramFile(path) && (content === null || !isProgramText(content));
}

/** Whether a folder on the way to a file begins with a dot, or is called as git's own. */
function isHidden(path: string, roots: readonly string[]): boolean {
  const root = roots.find((one) => path.startsWith(one)) ?? '';
  const folders = path.slice(root.length).split('/').slice(0, -1);
  return folders.some((part) => part.startsWith('.') || /^git~\d/i.test(part));
}
