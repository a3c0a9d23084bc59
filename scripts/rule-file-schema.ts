/**
 * Prints `schemas/rules.schema.json` from what reads files of rules. After any change to it:
 * `npx node scripts/rule-file-schema.ts > schemas/rules.schema.json`.
 */
import * as z from 'zod';
import { ruleFileSchema } from '../src/security/rule-packages/rule-file.ts';

// Editors know this edition best.
const { $schema, ...schema } = z.toJSONSchema(ruleFileSchema, { io: 'input', target: 'draft-07' });
const title = 'Rules of your own for Rustward, and what functions do that your code calls';
process.stdout.write(`${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`);
