import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { parseToolServer, type ToolServerOption } from '../../agent/tools/parse-tool-server.ts';
import { UsageError } from '../../errors.ts';

export const toolServerSchema = z.object({
  name: z.string(),
  permission: z.enum(['read', 'run']),
  command: z.tuple([z.string()], z.string()),
}) satisfies z.ZodType<ToolServerOption>;

/** Reads `name=command` or `name:read=command` as an option that may be repeated. */
export function toolServerOption(
  value: string,
  previous: readonly ToolServerOption[] = [],
): readonly ToolServerOption[] {
  try {
    return parseToolServer(value, previous);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw new InvalidArgumentError(thrown.message);
    throw thrown;
  }
}
