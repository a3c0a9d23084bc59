import type { Tool } from '../../agent/tool.ts';
import type { ToolServerOption } from '../../agent/tools/parse-tool-server.ts';
import type { ToolServer } from '../../agent/tools/tool-server.ts';
import { messageOf } from '../../errors.ts';
import { withCleanup } from '../../workspace/process/at-end.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';

export interface ToolServerDeps {
  /** The folder that is reviewed. */
  readonly tree: string;
  readonly env: ProcessEnvironment;
  readonly onWarning: (line: string) => void;
}

/**
 * Calls `use` with the tools of all servers, and ends these afterwards. A server that does not work
 * is done without, and warned of. Their environment is the search path, and the folder under review.
 */
export async function withToolServers<Result>(
  options: readonly ToolServerOption[],
  { tree, env, onWarning }: ToolServerDeps,
  use: (tools: readonly Tool[]) => Promise<Result>,
): Promise<Result> {
  if (options.length === 0) return await use([]);
  // Loaded when it is needed: most reviews have no such server.
  const { openToolServer } = await import('../../agent/tools/tool-server.ts');
  const opened: ToolServer[] = [];
  const close = () => {
    for (const server of opened) server.close();
  };
  return await withCleanup(async () => {
    for (const option of options) {
      try {
        const own = { PATH: env['PATH'] ?? '', RUSTWARD_TREE: tree };
        opened.push(await openToolServer({ ...option, env: own }));
      } catch (thrown) {
        onWarning(messageOf(thrown));
      }
    }
    for (const line of opened.flatMap(({ refused }) => refused)) onWarning(line);
    return await use(opened.flatMap(({ tools }) => tools));
  }, close);
}
