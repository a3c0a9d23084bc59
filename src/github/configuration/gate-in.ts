import type { GateSettings } from '../../security/selection/measure-gate.ts';
import { type Configuration, type GateOrigins, ORGANISATION_FILE } from './configuration.ts';
import { placeKey } from './places.ts';
import { sectionIn } from './section-in.ts';

/** What fails a review by the configuration, each with the file that says so. */
export function gateIn({ review, origins, places }: Configuration): GateSettings {
  const failOn = origins?.failOn;
  return {
    failOn: review.fail_on,
    ...(failOn === undefined ? {} : { failOnFrom: `fail_on in ${failOn}` }),
    limits: Object.entries(review.fail_above).map(([of, most]) => {
      const origin = origins?.failAbove[of];
      const at = places?.[placeKey('review', 'fail_above', of)];
      return {
        ...{ of, most },
        ...(origin === undefined ? {} : { from: `fail_above in ${origin}` }),
        ...(at === undefined ? {} : { at }),
      };
    }),
  };
}

/**
 * Where the keys are that decide what fails a review: a repository's own go before its owner's.
 * @param file the name of the repository's own
 */
export function gateOrigins(
  own: object,
  shared: object,
  file: string,
): { readonly origins?: GateOrigins } {
  const ofOwn = gateKeys(own);
  const ofShared = gateKeys(shared);
  const each = (names: readonly string[], origin: string) =>
    names.map((name) => [name, origin] as const);
  const failOn = ofOwn.hasFailOn ? file : ofShared.hasFailOn ? ORGANISATION_FILE : undefined;
  const limited = [...each(ofShared.limited, ORGANISATION_FILE), ...each(ofOwn.limited, file)];
  if (failOn === undefined && limited.length === 0) return {};
  return { origins: { failOn, failAbove: Object.fromEntries(limited) } };
}

function gateKeys(written: object) {
  const review = new Map<string, unknown>(Object.entries(sectionIn(written, 'review')));
  return {
    hasFailOn: review.has('fail_on'),
    limited: Object.keys(sectionIn(Object.fromEntries(review), 'fail_above')),
  };
}
