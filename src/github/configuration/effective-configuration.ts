import { settingsFor } from '../../security/selection/settings-for.ts';
import type { Configuration } from './configuration.ts';
import { findingSettingsIn } from './finding-settings-in.ts';

/**
 * A configuration as it counts for one path of the repository: what it settles of the folders above is taken in, and what
 * it settles of folders elsewhere is gone.
 * @param path of a folder or a file below the root, with `/`; empty for the root
 */
export function effectiveConfiguration(configuration: Configuration, path: string): Configuration {
  const { origins: _, places: __, ...settled } = configuration;
  const { review } = settled;
  const settings = findingSettingsIn(configuration);
  const { whole, folders, minConfidence, generated } = settingsFor(
    settings,
    path,
    review.min_confidence,
  );
  return {
    ...settled,
    review: {
      ...review,
      ...{ severity: whole.rules, min_confidence: minConfidence, generated },
      folders: folders.map(({ folder, rules, minConfidence: least, generated: written }) => ({
        path: folder === '' ? '.' : folder,
        severity: rules,
        ...(least === undefined ? {} : { min_confidence: least }),
        ...(written === undefined ? {} : { generated: written }),
      })),
    },
  };
}
