import type { FindingSettings } from '../../security/selection/finding-settings.ts';
import type { Configuration } from './configuration.ts';

/** What a configuration says of rules and of folders. */
export function findingSettingsIn({ review }: Configuration): FindingSettings[] {
  return [
    { folder: '', rules: review.severity, generated: review.generated },
    ...review.folders.map(
      ({ path, severity: rules, min_confidence: minConfidence, generated }) => ({
        ...{ folder: path === '.' ? '' : path, rules },
        ...(generated === undefined ? {} : { generated }),
        ...(minConfidence === undefined ? {} : { minConfidence }),
      }),
    ),
  ];
}
