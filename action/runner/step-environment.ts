/** What the runner gives an Action to write with: no child process and no thread of ours needs it. */
const TOKENS = /^(INPUT_TOKEN|INPUT_MODEL-KEY|GITHUB_TOKEN|GH_TOKEN|ACTIONS_.*_TOKEN)$/;

/**
 * Takes the tokens out of the environment of this process, and gives what is left. The inputs have
 * been read by then.
 */
export function removeTokens(): Readonly<Record<string, string | undefined>> {
  for (const name of Object.keys(process.env)) {
    if (TOKENS.test(name)) delete process.env[name];
  }
  return process.env;
}
