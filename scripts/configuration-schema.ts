/**
 * Prints `schemas/rustward.schema.json` from what reads the file. After any change to it:
 * `npx node scripts/configuration-schema.ts > schemas/rustward.schema.json`.
 */
import * as z from 'zod';
import { configurationSchema } from '../src/github/configuration/configuration.ts';

// Editors know this edition best.
const { $schema, ...schema } = z.toJSONSchema(configurationSchema, {
  io: 'input',
  target: 'draft-07',
});
const title = 'The configuration of Rustward in .github/rustward.yml';
process.stdout.write(`${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`);
