import { parseYaml } from '../../parse-yaml.ts';
import { SEVERITIES } from '../../security/candidates/candidate.ts';
import { type NamedRule, nameProblem } from '../../security/selection/rule-names.ts';
import type { YamlProblem } from '../../yaml-problems.ts';
import {
  CONFIGURATION_FILE,
  CONFIGURATION_KEYS,
  type Configuration,
  configurationSchema,
  ORGANISATION_FILE,
  organisationPlace,
  type Places,
  ruleName,
} from './configuration.ts';
import { gateOrigins } from './gate-in.ts';
import { joinedPlaces, placesIn } from './places.ts';
import { sectionIn } from './section-in.ts';
import { withOrganisation } from './with-organisation.ts';

/** What a file settles, and leaves open. */
interface Settled {
  /** Its keys, as far as the schema knows them, without defaults. */
  readonly written: object;
  readonly places: Places;
}

/**
 * Reads a configuration file.
 * @param text of the file; undefined where there is none
 * @param file its name, for messages
 * @param organisation the text of what the owner of the repository has settled for all of theirs
 * @param rules those that limits in number can name; what a run has is looked at again when it begins
 * @throws UsageError that has a line for each mistake: it names the file, the line in it, and what to do
 */
export function parseConfiguration(
  text: string | undefined,
  file: string = CONFIGURATION_FILE,
  organisation?: string,
  rules?: readonly NamedRule[],
): Configuration {
  const own = text === undefined ? NOTHING : loadSettled(text, file, rules);
  if (organisation === undefined) {
    const origins = gateOrigins(own.written, {}, file);
    return { ...configurationSchema.parse(own.written), ...origins, ...named(own.places) };
  }
  const shared = loadSettled(organisation, ORGANISATION_FILE, rules);
  const whole = configurationSchema.parse(shared.written);
  const configuration = withOrganisation(whole, shared.written, own.written);
  const hasFolders = 'folders' in sectionIn(own.written, 'review');
  return {
    ...configuration,
    ...gateOrigins(own.written, shared.written, file),
    ...named(joinedPlaces(shared.places, own.places, hasFolders)),
  };
}

const NOTHING: Settled = { written: {}, places: {} };

function named(places: Places): Pick<Configuration, 'places'> {
  return Object.keys(places).length === 0 ? {} : { places };
}

function loadSettled(text: string, file: string, rules: readonly NamedRule[] | undefined): Settled {
  const { parsed, written, placeOf } = parseYaml(
    text,
    file,
    configurationSchema,
    CONFIGURATION_KEYS,
    {
      ...(file === ORGANISATION_FILE ? { placeOf: organisationPlace } : {}),
      check: (given) => (rules === undefined ? [] : limitProblems(given, rules)),
    },
  );
  return {
    written: typeof written === 'object' && written !== null ? written : {},
    places: placesIn(parsed, placeOf),
  };
}

/** A limit of what cannot be is a gate that is not there. */
function limitProblems(written: unknown, rules: readonly NamedRule[]): YamlProblem[] {
  const names = Object.keys(sectionIn(sectionIn(written, 'review'), 'fail_above'));
  return names.flatMap((name) => {
    // What has not the form of a name is told as that.
    const problem = ruleName.safeParse(name).success
      ? nameProblem(name, rules, SEVERITIES)
      : undefined;
    if (problem?.kind !== 'unknown') return [];
    return [{ path: ['review', 'fail_above', name], what: `review.fail_above: ${problem.why}` }];
  });
}
