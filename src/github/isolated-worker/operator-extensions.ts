import { isAbsolute } from 'node:path';
import { parseToolServers, type ToolServerOption } from '../../agent/tools/parse-tool-server.ts';
import { UsageError } from '../../errors.ts';
import { findRulePackages } from '../../security/rule-packages/load-rule-packages.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';

/** Packages of rules, by commas, and programs that offer tools, one a line: for all repositories. */
const RULES = 'RUSTWARD_RULES';
const TOOL_SERVERS = 'RUSTWARD_TOOL_SERVERS';

/**
 * The packages of rules that the operator names. No repository can: their code runs beside what is reviewed.
 * @returns whole paths of modules, and names of packages that are installed where Rustward is
 */
export function operatorRules(env: ProcessEnvironment): string[] {
  const names = (env[RULES] ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/**
 * The programs of the operator whose tools agents of a review have, too.
 * @throws UsageError for one that is wrong
 */
export function operatorToolServers(env: ProcessEnvironment): ToolServerOption[] {
  const lines = (env[TOOL_SERVERS] ?? '').split('\n').map((line) => line.trim());
  return parseToolServers(
    lines.filter((line) => line !== ''),
    TOOL_SERVERS,
  );
}

/**
 * Checks that the packages are there, and that the programs are named in the right form. They are not loaded: only the process without keys runs their code.
 * @throws UsageError naming the one that is wrong
 */
export function checkOperatorExtensions(env: ProcessEnvironment): void {
  operatorToolServers(env);
  for (const name of operatorRules(env)) {
    if (!isAbsolute(name) && /^\.{1,2}\//.test(name)) {
      throw new UsageError(`${RULES} names ${name}: a file has its whole path`);
    }
    findRulePackages([name], '/', RULES);
  }
}
