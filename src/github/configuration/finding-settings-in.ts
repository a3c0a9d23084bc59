import type { FindingSettings } from '../../security/selection/finding-settings.ts';
import type { Configuration } from './configuration.ts';

/** What a configuration says of rules and of folders. */
export function findingSettingsIn({ review }: Configuration): FindingSettings[] {
  return [
    { folder: '', rules: review.severity },
    ...review.folders.map(({ path, severity: rules, min_confidence: minConfidence }) => ({
      ...{ folder: path === '.' ? '' : path, rules },
      ...(minConfidence === undefined ? {} : { minConfidence }),
    })),
  ];
}
