/**
 * What the token of a job cannot do, as lines of Markdown for the pull requests that are opened with it. Read in GitHub's documentation in November 2026.
 * @param isCloud whether this is github.com, where runs wait for an approval; elsewhere there are none
 */
export function tokenLimits(isCloud: boolean): readonly string[] {
  const runs = isCloud
    ? 'Workflows on this pull request wait until a person with write access clicks **Approve workflows to run** in it: the token of a job (`GITHUB_TOKEN`) starts none by itself, so that no CI has built this yet.'
    : 'No workflow runs on this pull request yet, since the token of a job (`GITHUB_TOKEN`) starts none: close it and open it again, and CI begins.';
  return [
    runs,
    'With the token of a GitHub App, or a fine-grained token of a person, in the input `token` of the Action, CI starts by itself.',
    'The check `Rustward migration gate` is the App’s: without the App, failures of CI are not repaired, and this stays a draft. Mark it ready by hand once CI is green.',
  ];
}

/** Where a repository lets the token of its jobs open pull requests. */
export const PULL_SETTING =
  'Settings, Actions, General: "Allow GitHub Actions to create and approve pull requests"';
