/**
 * Writes the JSON Schemas of what a migration keeps to `schemas/`, made from what reads the files.
 * After any change to these: `npx node scripts/artifact-schemas.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { mappingSchema } from '../src/equivalence/pairing/mapping.ts';
import { compilationSchema } from '../src/migration/artifacts/compilation.ts';
import { configSchema } from '../src/migration/artifacts/config.ts';
import { stepSchema } from '../src/migration/artifacts/order.ts';
import { symbolSchema } from '../src/migration/artifacts/symbol.ts';
import { gateSettingsSchema } from '../src/migration/gates/gate-settings.ts';
import { linkReportSchema } from '../src/migration/link/link-report.ts';
import { optimizeReportSchema } from '../src/migration/optimize/optimize-report.ts';
import { libraryRecordSchema } from '../src/migration/replace/library-record.ts';
import { replaceSettingsSchema } from '../src/migration/replace/replace-settings.ts';
import { hardeningSchema } from '../src/migration/state/hardening.ts';
import { interfaceWorkSchema } from '../src/migration/state/interface-work.ts';
import { progressSchema } from '../src/migration/state/progress.ts';
import { mappedSymbolSchema } from '../src/migration/state/symbol-map.ts';
import { typeLayoutSchema } from '../src/migration/state/type-layout.ts';

const config = configSchema.extend({
  gates: gateSettingsSchema.optional(),
  replace: replaceSettingsSchema.optional(),
});

/** What each schema is of, and its title. */
const ARTIFACTS: Readonly<Record<string, readonly [z.ZodType, string]>> = {
  'migration-config': [config, 'What is to be migrated, and how: .rustward/c2rust/config.json'],
  symbols: [symbolSchema, 'A line of symbols.jsonl, symbols_raw.jsonl and symbols_prune.jsonl'],
  'translation-order': [stepSchema, 'A line of translation_order.jsonl'],
  'library-replacements': [libraryRecordSchema, 'A line of library_replacements.jsonl'],
  compilation: [compilationSchema, 'How the files of the C are compiled: compilation.json'],
  'symbol-map': [mappedSymbolSchema, 'A file of symbol_map: what became of a C function'],
  types: [typeLayoutSchema, 'What stands in Rust for the types of the C: types.json'],
  interface: [interfaceWorkSchema, 'What a given interface has beside the C: interface.json'],
  hardening: [hardeningSchema, 'What hardening the C has come to: hardening.json'],
  progress: [progressSchema, 'How far a migration has come: progress.json'],
  'link-report': [linkReportSchema, 'What came of linking C with its Rust: link_report.json'],
  'optimize-report': [optimizeReportSchema, 'What an optimisation did: optimize_report.json'],
  mapping: [mappingSchema, 'How a Rust function stands for a C function, in JSON5'],
};

const [folder = join(import.meta.dirname, '../schemas')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const [name, [artifact, title]] of Object.entries(ARTIFACTS)) {
  // Editors know this edition best.
  const { $schema, ...schema } = z.toJSONSchema(artifact, { io: 'input', target: 'draft-07' });
  const text = `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`;
  writeFileSync(join(folder, `${name}.schema.json`), text);
}
