import * as z from 'zod';
import {
  DECISION_LABEL,
  type ImportedPlace,
  placeText,
} from '../../src/security/report/imported-place.ts';

/** What a log says of the places, as far as the table needs it. */
const logSchema = z.object({
  runs: z.array(
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          message: z.object({ text: z.string() }),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({ startLine: z.int() }),
              }),
            }),
          ]),
        }),
      ),
    }),
  ),
});

/** A place with what a review decided of it; undefined where it says nothing. */
export interface DecidedPlace {
  readonly place: string;
  readonly claim: string;
  readonly decision: ImportedPlace['decision'] | undefined;
  readonly reason: string;
}

/**
 * The places of a SARIF log with what a review of it decided, in the order of the log.
 * @throws ZodError where a result of the log has no rule, message or place
 */
export function decidedPlaces(log: string, imported: readonly ImportedPlace[]): DecidedPlace[] {
  const { runs } = logSchema.parse(JSON.parse(log));
  return runs
    .flatMap(({ results }) => results)
    .map(({ ruleId, message, locations: [{ physicalLocation: at }] }) => {
      const place = { file: at.artifactLocation.uri, line: at.region.startLine };
      const found = imported.find(
        (one) =>
          one.file === place.file && one.line === place.line && one.rule.endsWith(`/${ruleId}`),
      );
      return {
        place: placeText(place),
        claim: `${ruleId}: ${message.text}`,
        decision: found?.decision,
        reason: found?.reason ?? 'the report does not name it',
      };
    });
}

/** One line for each place. */
export function decisionTable(places: readonly DecidedPlace[]): string {
  const width = (of: (one: DecidedPlace) => string) =>
    Math.max(...places.map((one) => of(one).length));
  const label = ({ decision }: DecidedPlace) =>
    decision === undefined ? 'NO DECISION' : DECISION_LABEL[decision];
  const [first, second, third] = [
    width(({ place }) => place),
    width(({ claim }) => claim),
    width(label),
  ];
  const lines = places.map((one) => {
    const reason = one.reason.replaceAll(/\s+/g, ' ');
    return `${one.place.padEnd(first)}  ${one.claim.padEnd(second)}  ${label(one).padEnd(third)}  ${reason}\n`;
  });
  return lines.join('');
}
