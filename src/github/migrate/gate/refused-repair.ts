import { ARTIFACTS } from '../../../migration/state/artifact-folder.ts';
import { PLAN_CAPS } from '../../isolated-worker/migration-plan.ts';
import type { ReadyRepairPlan } from '../../isolated-worker/repair-plan.ts';
import { isForeignProgram } from '../pulls/refused-file.ts';

/** What of a crate a repair may change: no manifest of another tool, and nothing hidden. */
const OF_CRATE = /^(?:(?:src|tests)\/(?:\w[\w-]*\/)*\w[\w-]*\.rs|Cargo\.(?:toml|lock))$/;
const OF_RECORDS = /^symbol_map\/(?:[^./][^/]*\/)+\w+\.json$/;

/**
 * Why a repair is not written, in one sentence; undefined when nothing speaks against it. It comes from a
 * process that read untrusted text.
 * @param project the folder of the project, and `crate` that of its crate, as configured
 */
export function repairRefusal(
  { crate: planned, files }: Pick<ReadyRepairPlan, 'crate' | 'files'>,
  { project, crate }: { readonly project: string; readonly crate: string },
): string | undefined {
  const prefix = project === '.' ? '' : `${project}/`;
  const [own, records] = [`${prefix}${crate}/`, `${prefix}${ARTIFACTS}/`];
  if (planned !== own.slice(0, -1)) return `it is for the folder ${planned}`;
  let total = 0;
  const seen = new Set<string>();
  for (const { path, content } of files) {
    const key = path.toLowerCase();
    if (seen.has(key)) return `it names ${path} twice`;
    seen.add(key);
    const isOwn = path.startsWith(own) && OF_CRATE.test(path.slice(own.length));
    if (isOwn && isForeignProgram(path.slice(own.length), content)) {
      return `it would change ${path}, which is a program: a repair changes the library`;
    }
    const isRecord = path.startsWith(records) && OF_RECORDS.test(path.slice(records.length));
    if (!isOwn && !isRecord) return `it would change ${path}, which is none of its files`;
    if (content === null) return `it would remove ${path}`;
    const bytes = Buffer.byteLength(content);
    total += bytes;
    if (bytes > PLAN_CAPS.fileBytes) return `${path} has more than ${PLAN_CAPS.fileBytes} bytes`;
    if (content.includes('\0')) return `${path} is no text`;
  }
  return total > PLAN_CAPS.totalBytes
    ? `it has more than ${PLAN_CAPS.totalBytes} bytes`
    : undefined;
}

/** The tests of a Rust file, by name. Those that are switched off count for nothing. */
function testsIn(text: string): string[] {
  const found = text.matchAll(
    /((?:^[ \t]*#\[[^\n]*\]\s*?\n)*)^[ \t]*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)\s*\(/gm,
  );
  return [...found].flatMap(([, attributes = '', name = '']) => {
    const isTest = /#\[\s*test\s*\]/.test(attributes);
    return isTest && !/#\[\s*ignore\b/.test(attributes) ? [name] : [];
  });
}

/** A test that a file had, and that it would not have any more; undefined when all stay. */
export function lostTest(before: string, after: string): string | undefined {
  const left = testsIn(after);
  for (const name of testsIn(before)) {
    const at = left.indexOf(name);
    if (at < 0) return name;
    left.splice(at, 1);
  }
  return undefined;
}
