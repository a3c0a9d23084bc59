import { remoteSettings } from '../../src/workspace/git/fetch-commits.ts';
import { type GitSetting, gitEnvironment } from '../../src/workspace/git/git-environment.ts';
import type { Job } from '../runner/job.ts';
import { runProgram } from '../runner/run-program.ts';

/** How the runner reaches the server: actions/checkout has used the same proxy and certificates. */
const NETWORK_VARIABLES = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
];

const SETTINGS: readonly GitSetting[] = [
  // A server that sends less than this for a minute is given up, in bytes per second and seconds.
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];

/**
 * Fetches the parents of a commit that a shallow checkout has without them, as actions/checkout leaves
 * it by default. The token goes to git in its environment, for the address of the repository alone.
 * @param env of the step
 * @returns why they are not there now, on one line of untrusted text; undefined where they are
 * @throws IncompleteError when git cannot be started
 */
export async function fetchParents(
  commit: string,
  { workspace, serverUrl, repository }: Pick<Job, 'workspace' | 'serverUrl' | 'repository'>,
  token: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (token === undefined || repository === undefined) return 'there is no token to fetch it with';
  const local = { folder: workspace, env: gitEnvironment([]) };
  const shallow = await runProgram('git', ['rev-parse', '--is-shallow-repository'], local);
  // A complete history has all parents that there are, and would be cut by a fetch of a part.
  if (shallow.stdout.trim() !== 'true') return 'the checkout is not shallow';
  const url = `${serverUrl}/${repository.owner}/${repository.name}.git`;
  const settings: readonly GitSetting[] = [
    ...SETTINGS,
    // An empty value drops the header that actions/checkout may have left: GitHub refuses two of them.
    [`http.${url}.extraHeader`, ''],
    ...remoteSettings({ url, token }),
  ];
  const network = NETWORK_VARIABLES.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const options = ['--quiet', '--deepen=1', '--no-tags', '--no-recurse-submodules'];
  const fetched = await runProgram('git', ['fetch', ...options, '--', url, commit], {
    folder: workspace,
    env: { ...gitEnvironment(settings), ...Object.fromEntries(network) },
  });
  if (fetched.exitCode === 0) return undefined;
  const [line = ''] = fetched.stderr.trim().split('\n');
  return line || `git fetch ended with status ${fetched.exitCode}`;
}
