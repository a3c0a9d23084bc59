import { type IgnoreFile, ignoreLines } from '../../workspace/files/ignore-file.ts';
import type { Configuration } from './configuration.ts';

/** A configuration that leaves out what ignore files say as well; their lines come after its own. */
export function withIgnoreFiles(
  configuration: Configuration,
  files: readonly IgnoreFile[],
): Configuration {
  if (files.length === 0) return configuration;
  const { review } = configuration;
  return {
    ...configuration,
    review: { ...review, exclude: [...review.exclude, ...ignoreLines(files)] },
  };
}
