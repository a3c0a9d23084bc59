import { codeSpan, plainText } from '../../../page/markdown-text.ts';
import { type CargoRun, failureIn, parseCargoLog } from '../checks/cargo-log.ts';
import type { HeadCheck } from '../checks/head-checks.ts';

/** A check with what is known of its log; undefined where it cannot be read. */
export interface LoggedCheck extends HeadCheck {
  readonly log: string | undefined;
}

/** What CI comes to for the head of a migration. */
export type GateVerdict =
  | { readonly kind: 'waiting'; readonly title: string; readonly summary: string }
  | { readonly kind: 'passed'; readonly title: string; readonly summary: string }
  | {
      readonly kind: 'failed';
      readonly title: string;
      readonly summary: string;
      /** What an agent is told, where cargo says what is wrong; else a person has to look. */
      readonly log: string | undefined;
    };

export interface GateVerdictOptions {
  /** The name of the crate; undefined where the head has no manifest that can be read. */
  readonly crate: string | undefined;
  /** Whether a test has to have run: the layout of a crate has none. */
  readonly needsTests: boolean;
  /** How a repository comes to a workflow, in Markdown. */
  readonly advice: string;
}

/** Of the log for the agent. */
const LOG_CHARACTERS = 30_000;

/**
 * Decides by what others say of a commit. Green alone is not enough: it passes once a job has built the
 * crate with cargo and run its tests, and nothing has failed.
 */
export function gateVerdictOf(
  checks: readonly LoggedCheck[],
  { crate, needsTests, advice }: GateVerdictOptions,
): GateVerdict {
  const of = (state: HeadCheck['state']) => checks.filter((one) => one.state === state);
  const failed = of('failed');
  if (failed.length > 0) return failure(failed, crate);
  const pending = of('pending');
  if (pending.length > 0) {
    const title = `Waiting for ${counted(pending.length, 'check')}`;
    return { kind: 'waiting', title, summary: `Under way or queued:\n\n${list(pending)}` };
  }
  const cancelled = of('cancelled');
  if (cancelled.length > 0) {
    const summary = `These did not come to an end. Run them again:\n\n${list(cancelled)}`;
    return { kind: 'waiting', title: 'A check was cancelled', summary };
  }
  const passed = of('passed');
  const runs = passed.map((one) => parseCargoLog(one.log ?? one.said, crate));
  const missing = missingIn(runs, crate, needsTests);
  if (missing === undefined) {
    const tests = runs.reduce((sum, run) => sum + run.passed, 0);
    const title = `Built, and ${counted(tests, 'test')} passed`;
    return { kind: 'passed', title, summary: `Green on this commit:\n\n${list(passed)}` };
  }
  if (passed.length === 0) {
    return { kind: 'waiting', title: 'No CI has run', summary: `${missing}\n\n${advice}` };
  }
  const unread = passed.filter(({ job, log }) => job !== undefined && log === undefined);
  const why =
    unread.length === 0
      ? ''
      : `\n\nThe logs of these could not be read. The app needs the permission \`actions: read\`; logs that are gone come back with another run:\n\n${list(unread)}`;
  const summary = `Green, but this is missing: ${missing}${why}\n\n${advice}`;
  return { kind: 'waiting', title: 'The crate was not built and tested', summary };
}

/** What no log shows; undefined when all is there. */
function missingIn(
  runs: readonly CargoRun[],
  crate: string | undefined,
  needsTests: boolean,
): string | undefined {
  const own = runs.filter(({ isOfCrate }) => isOfCrate);
  const name = crate === undefined ? 'the crate' : `the crate ${codeSpan(crate)}`;
  if (own.length === 0) return `no job has had cargo work on ${name}.`;
  if (!own.some(({ isBuilt }) => isBuilt)) return `no job has run \`cargo build\` on ${name}.`;
  if (needsTests && !own.some(({ passed }) => passed > 0)) {
    return `no job has run a test of ${name} with \`cargo test\`. A run without tests says nothing.`;
  }
  return undefined;
}

function failure(failed: readonly LoggedCheck[], crate: string | undefined): GateVerdict {
  const told = failed.filter(({ log }) => {
    const run = log === undefined ? undefined : parseCargoLog(log, crate);
    return run !== undefined && (run.isBroken || run.failed > 0);
  });
  const share = Math.floor(LOG_CHARACTERS / Math.max(1, told.length));
  const logs = told.map(({ name, log = '' }) => `Job ${name}:\n${failureIn(log, share)}`);
  return {
    ...{ kind: 'failed', title: `${counted(failed.length, 'check')} failed` },
    summary: `Red on this commit:\n\n${list(failed)}`,
    log: logs.length === 0 ? undefined : logs.join('\n\n'),
  };
}

/** How many checks a summary names. */
const MAX_LISTED = 20;

function list(checks: readonly HeadCheck[]): string {
  const lines = checks.slice(0, MAX_LISTED).map(({ name }) => `- ${plainText(name)}`);
  const more = checks.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
