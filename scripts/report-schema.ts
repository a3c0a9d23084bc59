/**
 * Prints `schemas/report.schema.json`, what the JSON report looks like, from what reads it again. After any change
 * to it: `npx node scripts/report-schema.ts > schemas/report.schema.json`.
 */
import * as z from 'zod';
import { reportSchema } from '../src/security/report/report-schema.ts';

// Editors and validators know this edition best.
const { $schema, ...schema } = z.toJSONSchema(reportSchema, { io: 'input', target: 'draft-07' });
const title = 'The JSON report of rustward scan and rustward review';
process.stdout.write(`${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`);
