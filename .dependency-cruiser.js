// The layers of src/, checked by `npm run layers`. Arrows point down:
//   cli, app, worker, isolated-worker  entries
//   entry                            what every entry is made of
//   security, migration, github      what Rustward does
//   agent, rules, equivalence        what that is made of
//   code, model, workspace, jobs,
//   page                             what everything stands on
// and beside them telemetry, which hears of what agents and models do, and which only entries know.
// src/errors.ts, src/format-zod-error.ts, src/parse-json5.ts,
// src/parse-yaml.ts, src/yaml-problems.ts, src/did-you-mean.ts and src/leads-outside.ts are leaves that anyone may import. Type-only imports count as imports.

import { AREAS, roomRules } from './scripts/room-rules.js';

const ENTRIES = '^src/(cli/|entry/|(cli|app|worker|isolated-worker)[.]ts$)';
const UPPER = '^src/(security|migration|github)/';
const MIDDLE = '^src/(agent|rules|equivalence)/';
const TELEMETRY = '^src/telemetry/';
const LOWER = '^src/(code|model|workspace|jobs|page)/';
const ERRORS =
  '^src/(errors|format-zod-error|parse-json5|parse-yaml|did-you-mean|leads-outside|list-mistakes|yaml-problems)[.]ts$';

// A module of Node's own is known by its name without `node:`.
const FILE_ACCESS = '^fs(/promises)?$';
const PROCESSES = '^child_process$';
const GIT = 'node_modules/simple-git/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules(AREAS),
    {
      name: 'every-folder-has-a-layer',
      comment: 'A folder of src/ that no layer names would escape every rule below: give it one.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: [ENTRIES, UPPER, MIDDLE, LOWER, TELEMETRY, ERRORS] },
    },
    {
      name: 'entries-on-top',
      comment: 'Entries read arguments and print; what they start must be usable without them.',
      severity: 'error',
      from: { path: '^src/', pathNot: ENTRIES },
      to: { path: ENTRIES },
    },
    {
      name: 'entry-knows-no-entry',
      comment: 'What entries share must not print as one of them, or read its arguments.',
      severity: 'error',
      from: { path: '^src/entry/' },
      to: {
        path: ['^src/(cli/|(cli|app|worker|isolated-worker)[.]ts$)', 'node_modules/commander/'],
      },
    },
    {
      name: 'middle-looks-down',
      comment: 'Rules, agents and equivalence serve review and migration alike, so know neither.',
      severity: 'error',
      from: { path: MIDDLE },
      to: { path: UPPER },
    },
    {
      name: 'lower-looks-down',
      comment: 'Code, model and workspace are the ground: whoever uses them is not their concern.',
      severity: 'error',
      from: { path: LOWER },
      to: { path: [UPPER, MIDDLE] },
    },
    {
      name: 'model-knows-no-code',
      comment: 'A model is asked about text. What the text is about is the concern of who asks.',
      severity: 'error',
      from: { path: '^src/model/' },
      to: { path: '^src/', pathNot: ['^src/(model|workspace)/', ERRORS] },
    },
    {
      name: 'agents-know-no-task',
      comment:
        'An agent gets its prompt, its tools and its schema. Rules and reviews are for who asks.',
      severity: 'error',
      from: { path: '^src/agent/' },
      to: { path: '^src/', pathNot: ['^src/(agent|code|model|workspace)/', ERRORS] },
    },
    {
      name: 'telemetry-listens',
      comment: 'Logs, metrics and traces are made of events. Who emits them knows none of these.',
      severity: 'error',
      from: { path: '^src/', pathNot: [ENTRIES, TELEMETRY] },
      to: { path: [TELEMETRY, 'node_modules/(pino|prom-client|@opentelemetry)/'] },
    },
    {
      name: 'telemetry-knows-no-task',
      comment: 'What it says of a review it hears as numbers and names.',
      severity: 'error',
      from: { path: TELEMETRY },
      to: { path: '^src/', pathNot: [TELEMETRY, '^src/(agent|model|workspace|jobs)/', ERRORS] },
    },
    {
      name: 'openai-stays-behind-provider',
      comment: 'Another provider, or another version of the package, must concern one folder.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/model/provider/' },
      to: { path: 'node_modules/(openai|@anthropic-ai/sdk)/' },
    },
    {
      name: 'mcp-stays-behind-tools',
      comment: 'To agents, a tool of another program is a tool like any other.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/agent/tools/' },
      to: { path: 'node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'github-is-known-to-entries-only',
      comment: 'A review must run without GitHub: on a laptop, and in a test.',
      severity: 'error',
      from: { path: '^src/', pathNot: [ENTRIES, '^src/github/'] },
      to: { path: '^src/github/' },
    },
    {
      name: 'rules-ask-code-only',
      comment: 'A rule is data and one pure function over the facts that src/code offers.',
      severity: 'error',
      from: { path: '^src/rules/' },
      to: { pathNot: ['^src/(rules|code)/', ERRORS] },
    },
    {
      name: 'report-is-pure',
      comment: 'A report is a function from findings to text; whoever asked for it writes it.',
      severity: 'error',
      from: { path: '^src/security/(report|printers)/' },
      to: { path: [FILE_ACCESS, PROCESSES] },
    },
    {
      name: 'code-reads-no-files',
      comment: 'Programs come in as text. Only the loader of the grammars reads files, our own.',
      severity: 'error',
      from: { path: '^src/code/', pathNot: '^src/code/syntax/grammar[.]ts$' },
      to: { path: FILE_ACCESS },
    },
    {
      name: 'processes-start-in-workspace',
      comment: 'A few rooms to check that untrusted names reach no shell and no option of a tool.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/workspace/(process|sandbox|toolchain)/' },
      to: { path: PROCESSES },
    },
    {
      name: 'git-starts-in-its-room',
      comment:
        'Every git runs with the same hardened configuration, without the filters of a tree.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/workspace/git/' },
      to: { path: GIT },
    },
    {
      name: 'isolated-worker-knows-the-protocol-only',
      comment: 'The isolated worker has no token: of src/github it knows requests and results.',
      severity: 'error',
      from: { path: '^src/(entry/|isolated-worker[.]ts$)' },
      to: { path: '^src/github/', pathNot: '^src/github/(isolated-worker|commands)/' },
    },
    {
      name: 'program-is-on-top',
      comment: 'The program names its commands; no command starts another one by way of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli[.]ts$' },
      to: { path: '^src/cli/program[.]ts$' },
    },
    {
      name: 'action-programs-start-in-one-file',
      comment: 'One place to check that nothing a program prints reaches the runner as a command.',
      severity: 'error',
      from: { path: '^action/', pathNot: '^action/(runner/run-program[.]ts$|dist/)' },
      to: { path: [PROCESSES, 'node_modules/@actions/exec/', GIT] },
    },
    {
      name: 'actions-packages-are-of-the-action',
      comment: 'They print commands to a runner; src/ runs on laptops and servers too.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/@actions/' },
    },
    {
      name: 'octokit-stays-behind-the-port',
      comment: 'Retries, aborts and errors of GitHub are in one place, for every caller.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/github/api/' },
      to: { path: 'node_modules/@octokit/', pathNot: 'node_modules/@octokit/(openapi|webhooks)' },
    },
    {
      name: 'src-knows-no-test',
      comment:
        'What ships must not depend on tests, benchmarks or scripts, nor on the Action around it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(action|test|bench|scripts|examples|editors)/' },
    },
    {
      name: 'editors-speak-the-protocol',
      comment:
        'An extension starts the language server like any program, also one of another version.',
      severity: 'error',
      from: { path: '^editors/' },
      to: { path: '^(src|action|test|bench|scripts|examples)/' },
    },
    {
      name: 'src-needs-no-dev-package',
      comment:
        'An installation without development packages must run. Of the excepted one only types are used, which a test sees.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@anthropic-ai/sdk/' },
    },
    {
      name: 'no-circle',
      comment: 'Files in a circle can only be understood, tested and moved together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'A file that nothing imports, and that imports nothing, is dead or misplaced.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: [ENTRIES, ERRORS] },
      to: {},
    },
    {
      name: 'no-unknown-import',
      comment: 'An import that leads nowhere would escape every rule above.',
      severity: 'error',
      from: {},
      // These packages have types only: there is no module behind the name, or an editor has it.
      to: { couldNotResolve: true, pathNot: '^(sarif|@octokit/openapi-types|vscode)$' },
    },
  ],
  options: {
    // TypeScript 7 has no compiler interface for JavaScript, which the default parser needs.
    parser: 'swc',
    moduleSystems: ['es6'],
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '/fixtures/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
