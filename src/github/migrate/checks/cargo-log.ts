import { cutText } from '../../../agent/cut-text.ts';
import { plainLog } from './plain-log.ts';

/** What the log of a job says of cargo. Only `true` and numbers above 0 are evidence. */
export interface CargoRun {
  /** Whether a build came to its end: not that of tests alone. */
  readonly isBuilt: boolean;
  /** Tests that passed, and that failed. */
  readonly passed: number;
  readonly failed: number;
  /** Whether it was about this crate. */
  readonly isOfCrate: boolean;
  /** Whether cargo, or the compiler, says that something is wrong. */
  readonly isBroken: boolean;
}

/**
 * Reads what cargo prints: a build that is finished, the results of tests, which crate that was.
 * `cargo nextest` is understood as well.
 * @param crate the name in its manifest; any crate will do when undefined
 */
export function parseCargoLog(log: string, crate: string | undefined): CargoRun {
  let [isBuilt, isOfCrate, isBroken] = [false, crate === undefined, false];
  let [passed, failed] = [0, 0];
  const ofCrate = crate === undefined ? undefined : namesCrate(crate);
  for (const line of plainLog(log).split('\n')) {
    isBuilt ||= /^\s*Finished `?(?:dev|debug|release)\b.* target\(s\) in /.test(line);
    isOfCrate ||= ofCrate?.test(line) ?? false;
    isBroken ||= /^(?:error(?:\[E\d+\])?: |test result: FAILED\.)/.test(line);
    const [, ok, bad] =
      /^test result: \w+\. (\d{1,7}) passed; (\d{1,7}) failed;/.exec(line) ??
      /^\s*Summary \[.*\]\s+\d+ tests? run: (\d{1,7}) passed(?:.*?, (\d{1,7}) failed)?/.exec(
        line,
      ) ??
      [];
    passed += Number(ok ?? 0);
    failed += Number(bad ?? 0);
  }
  return { isBuilt, passed, failed, isOfCrate, isBroken };
}

/** Lines in which cargo names a crate that it builds or tests; names are of letters, digits, `_` and `-`. */
function namesCrate(crate: string): RegExp {
  const [name, file] = [crate, crate.replaceAll('-', '_')];
  return new RegExp(
    `^\\s*(?:(?:Compiling|Checking|Fresh) ${name} v|Doc-tests ${file}$|Running .*\\bdeps/${file}-[0-9a-f]+\\b)`,
  );
}

/**
 * The part of a job's log that tells why it failed: the output of the step that ended it, else its end.
 * @param maxChars what is longer is cut in the middle
 */
export function failureIn(log: string, maxChars: number): string {
  const lines = plainLog(log).split('\n');
  const end = lines.findIndex((line) => line.startsWith('##[error]'));
  const until = end < 0 ? lines.length : end + 1;
  const start = lines.slice(0, until).findLastIndex((line) => line.startsWith('##[group]Run '));
  const step = lines.slice(Math.max(0, start), until).filter((line) => line !== '##[endgroup]');
  return cutText(step.join('\n').trim(), maxChars);
}
