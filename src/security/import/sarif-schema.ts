import { z } from 'zod';

/** Something that other scanners leave out or write in their own way: what is wrong is not there. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

/** A list whose items keep their positions, as others refer to them by number. */
function list<T extends z.ZodType>(item: T) {
  return z.array(lenient(item)).catch([]);
}

const text = lenient(z.string());
const number = lenient(z.number());
const message = lenient(z.object({ text, id: text, arguments: list(z.string()) }));
const described = lenient(z.object({ text }));

const artifactLocation = z.object({ uri: text, uriBaseId: text, index: number });

const location = z.object({
  physicalLocation: lenient(
    z.object({
      artifactLocation: lenient(artifactLocation),
      region: lenient(
        z.object({ startLine: number, startColumn: number, endLine: number, endColumn: number }),
      ),
    }),
  ),
  logicalLocations: list(z.object({ name: text, fullyQualifiedName: text, kind: text })),
  message,
});

const reference = z.object({ id: text, toolComponent: lenient(z.object({ name: text })) });

const properties = lenient(
  z.object({
    tags: list(z.string()),
    cwe: z.unknown().optional(),
    precision: lenient(z.enum(['very-high', 'high', 'medium', 'low'])),
    'security-severity': lenient(z.union([z.string(), z.number()])),
  }),
);

const level = lenient(z.enum(['error', 'warning', 'note', 'none']));

const rule = z.object({
  id: text,
  name: text,
  shortDescription: described,
  fullDescription: described,
  help: described,
  helpUri: text,
  defaultConfiguration: lenient(z.object({ level })),
  messageStrings: z.record(z.string(), described).catch({}),
  relationships: list(z.object({ target: lenient(reference) })),
  properties,
});

const component = z.object({ name: text, rules: list(rule) });

/** A result of any scanner. The object itself is all that must be there. */
export const resultSchema = z.object({
  ruleId: text,
  ruleIndex: number,
  rule: lenient(
    z.object({ id: text, index: number, toolComponent: lenient(z.object({ index: number })) }),
  ),
  kind: text,
  level,
  rank: number,
  message,
  locations: list(location),
  codeFlows: list(
    z.object({
      threadFlows: list(
        z.object({
          locations: list(z.object({ importance: text, location: lenient(location) })),
        }),
      ),
    }),
  ),
  taxa: list(reference),
  suppressions: list(z.object({ status: text })),
  baselineState: text,
  fixes: list(z.object({ description: message })),
  properties,
});

const runSchema = z.object({
  tool: z.object({ driver: component.extend({ name: z.string() }), extensions: list(component) }),
  artifacts: list(z.object({ location: lenient(artifactLocation) })),
  originalUriBaseIds: z.record(z.string(), lenient(artifactLocation)).catch({}),
  columnKind: text,
  /** Read one by one, so that a broken one is counted and costs no other. */
  results: z.array(z.unknown()).nullish(),
  externalPropertyFileReferences: lenient(z.object({ results: list(z.unknown()) })),
});

/** The parts of a SARIF log that its results need. */
export const logSchema = z.object({ version: z.literal('2.1.0'), runs: z.array(runSchema) });

export type SarifRun = z.infer<typeof runSchema>;
export type SarifResult = z.infer<typeof resultSchema>;
export type SarifRule = z.infer<typeof rule>;
export type SarifLocation = z.infer<typeof location>;
export type SarifAddress = z.infer<typeof artifactLocation>;
export type SarifMessage = z.infer<typeof message>;
