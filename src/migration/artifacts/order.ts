import * as z from 'zod';
import { loadScanArtifact } from './json-lines.ts';

export const ORDER_FILE = 'translation_order.jsonl';

export const stepSchema = z.object({
  /** Symbols that are to be migrated together: one, or a cycle of functions that call one another. */
  ids: z.array(z.string()).min(1),
  /** The same for people. */
  items: z.array(z.object({ name: z.string(), file: z.string(), start_line: z.int().positive() })),
});

/** A step of a migration. */
export type OrderStep = z.infer<typeof stepSchema>;

/**
 * The steps of the migration, callees before callers.
 * @param root the folder that holds `.rustward`
 * @throws UsageError when there was no scan, or its artifact is damaged
 */
export function loadOrder(root: string): OrderStep[] {
  return loadScanArtifact(root, ORDER_FILE, stepSchema);
}
