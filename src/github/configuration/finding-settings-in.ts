import type { FindingSettings } from '../../security/selection/finding-settings.ts';
import type { Configuration } from './configuration.ts';
import { placeKey } from './places.ts';

/** What a configuration says of rules and of folders. */
export function findingSettingsIn({ review, places }: Configuration): FindingSettings[] {
  const ofRules = (rules: FindingSettings['rules'], ...path: readonly (string | number)[]) =>
    Object.fromEntries(
      Object.keys(rules).flatMap((name) => {
        const place = places?.[placeKey(...path, name)];
        return place === undefined ? [] : [[name, place]];
      }),
    );
  const whole = ofRules(review.severity, 'review', 'severity');
  return [
    {
      ...{ folder: '', rules: review.severity, generated: review.generated },
      ...(places === undefined ? {} : { at: { rules: whole } }),
    },
    ...review.folders.map(
      ({ path, severity: rules, min_confidence: minConfidence, generated }, index) => {
        const folder = places?.[placeKey('review', 'folders', index, 'path')];
        const at = { rules: ofRules(rules, 'review', 'folders', index, 'severity') };
        return {
          ...{ folder: path === '.' ? '' : path, rules },
          ...(generated === undefined ? {} : { generated }),
          ...(minConfidence === undefined ? {} : { minConfidence }),
          ...(folder === undefined ? {} : { at: { folder, ...at } }),
        };
      },
    ),
  ];
}
