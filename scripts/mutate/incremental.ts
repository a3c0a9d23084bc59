import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { NOT_DRAWN } from './survivors.ts';

const reportSchema = z.looseObject({
  files: z.record(
    z.string(),
    z.looseObject({ mutants: z.array(z.looseObject({ statusReason: z.string().optional() })) }),
  ),
});

/**
 * Takes what was not drawn out of Stryker's file of earlier results: it would count as judged in a run with
 * another seed.
 */
export function forgetOthers(path: string): void {
  if (!existsSync(path)) return;
  const report = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const files = Object.entries(report.files).map(([name, file]) => {
    const mutants = file.mutants.filter(({ statusReason }) => statusReason !== NOT_DRAWN);
    return [name, { ...file, mutants }] as const;
  });
  writeFileSync(path, JSON.stringify({ ...report, files: Object.fromEntries(files) }));
}
