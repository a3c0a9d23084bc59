import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  parseToolServers,
  type ToolServerOption,
} from '../../src/agent/tools/parse-tool-server.ts';
import { UsageError } from '../../src/errors.ts';
import { findRulePackages } from '../../src/security/rule-packages/load-rule-packages.ts';

/**
 * The programs that the workflow names, whose tools agents have, too. None may lie in the workspace.
 * @throws UsageError for one that is wrong
 */
export function trustedToolServers(
  values: readonly string[],
  workspace: string,
): readonly ToolServerOption[] {
  const servers = parseToolServers(values, 'the input tool-servers');
  const places = [workspace, realpathSync(workspace)];
  for (const { name, command } of servers) {
    // What is no whole path is not looked up there: programs are started in another folder.
    if (!command.some((word) => places.some((place) => word.includes(place)))) continue;
    throw new UsageError(
      `the input tool-servers names something in the workspace for ${name}: a change could bring it; put it elsewhere, such as in RUNNER_TEMP`,
    );
  }
  return servers;
}

/**
 * The packages of rules that the workflow names. Their code runs in this process, which has the token: what lies
 * in the workspace may be that of a pull request, and is refused.
 * @returns whole paths of modules
 * @throws UsageError for one that is not there, or in the workspace
 */
export function trustedRules(names: readonly string[], workspace: string): string[] {
  return names.map((name) => {
    if (!isAbsolute(name) && /^\.{1,2}\//.test(name)) {
      throw new UsageError(`the input rules names ${name}: a module has its whole path`);
    }
    const [address = ''] = findRulePackages([name], workspace, 'the input rules names');
    const path = realpathSync(fileURLToPath(address));
    if (/^\.\.(?:\/|$)/.test(relative(realpathSync(workspace), path))) return path;
    throw new UsageError(
      `the input rules names ${name}, which is in the workspace: a change could bring it; put it elsewhere, such as in RUNNER_TEMP`,
    );
  });
}
