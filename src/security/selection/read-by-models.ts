import type { LineStretch, Skip } from '../../workspace/files/skip.ts';

interface StretchOfFile extends LineStretch {
  readonly file: string;
}

/** What follows the reason for which something was not examined. */
const READ = 'a model that was asked about the change there has read it';

/**
 * In the review of a change, what the scan could not follow in functions that a model was asked about: it has been looked at,
 * and stays listed, since rules may have missed something there. The rest as it is.
 * @param read the functions that a model was asked about
 */
export function readByModels(
  skips: readonly Skip[],
  read: readonly StretchOfFile[],
): readonly Skip[] {
  return skips.map((skip) => {
    const { file, reason, failed, lines = [] } = skip;
    const isRead =
      lines.length > 0 &&
      lines.every(({ first, last }) =>
        read.some((fn) => fn.file === file && fn.first <= first && last <= fn.last),
      );
    return failed && isRead ? { ...skip, failed: false, reason: `${reason}; ${READ}` } : skip;
  });
}
