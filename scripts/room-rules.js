/**
 * The rooms of a folder, and for each the rooms beside it that it may import.
 * @typedef {object} Area
 * @property {string} reason why the rooms stand in this order
 * @property {readonly string[]} [leaves] files at the folder's root that every room may import, and
 *   that import nothing of the folder but each other; no room imports another file of the root
 * @property {Readonly<Record<string, readonly string[]>>} rooms
 */

/** @type {Readonly<Record<string, Area>>} */
export const AREAS = {
  'src/code': {
    reason: 'Syntax is below the languages, and the languages below what is derived from them.',
    leaves: ['limits', 'line-fingerprint', 'name-bits', 'plain-data', 'unqualified-name'],
    rooms: {
      syntax: [],
      statements: ['syntax'],
      graph: [],
      clang: [],
      'compile-commands': [],
      c: ['graph', 'syntax'],
      change: ['c', 'graph', 'rust', 'syntax'],
      'library-models': ['flow/domain'],
      flow: ['c', 'graph', 'library-models', 'rust', 'syntax'],
      rust: ['syntax'],
      pattern: ['c', 'syntax'],
    },
  },
  'src/code/c': {
    reason: 'A file is lowered from expressions up; only the whole unit is offered to the outside.',
    rooms: {
      ir: [],
      cfg: ['ir'],
      expressions: ['ir'],
      declarations: ['expressions', 'ir'],
      reading: ['declarations', 'ir'],
      statements: ['cfg', 'declarations', 'expressions', 'ir'],
    },
  },
  'src/code/flow': {
    reason: 'An abstract interpreter: a domain, its join, transfer functions on it, then a solver.',
    rooms: {
      domain: [],
      join: ['domain'],
      interpreter: ['domain', 'join'],
      memory: ['domain', 'interpreter', 'join'],
      calls: ['domain', 'interpreter', 'memory'],
      transfer: ['calls', 'domain', 'interpreter', 'memory'],
      summary: ['domain', 'interpreter'],
      solver: ['domain', 'interpreter', 'join', 'memory', 'summary', 'transfer'],
      project: ['domain', 'interpreter', 'memory', 'solver', 'summary'],
    },
  },
  'src/code/rust': {
    reason: 'Items are read first; the state of a function and its transfer functions come after.',
    rooms: {
      items: [],
      crate: ['items'],
      ranges: ['items'],
      state: ['items', 'ranges'],
      project: ['items', 'state'],
      transfer: ['items', 'project', 'ranges', 'state'],
      account: ['transfer'],
      macros: ['account'],
      reach: ['account', 'crate', 'items'],
    },
  },
  'src/rules': {
    reason: 'The rules of one language do not know those of another.',
    leaves: ['rule', 'classification', 'basis', 'test-code'],
    rooms: {
      confidence: [],
      c: ['confidence'],
      change: ['c'],
      cpp: ['c'],
      rust: ['confidence'],
      'rust-change': ['change'],
      declared: ['c', 'rust'],
    },
  },
  'src/rules/c/support': {
    reason: 'What rules share is ordered from the single expression to the text and its length.',
    rooms: {
      expressions: [],
      calls: ['expressions'],
      sizes: ['expressions'],
      texts: ['calls', 'expressions'],
    },
  },
  'src/workspace': {
    reason: 'Files are below processes, processes below the sandbox; git knows no sandbox.',
    leaves: ['own-files', 'own-modules', 'version', 'asset', 'proxy'],
    rooms: {
      files: [],
      git: ['files'],
      process: ['files'],
      toolchain: ['process'],
      sandbox: ['files', 'process', 'toolchain'],
      state: ['files', 'process'],
    },
  },
  'src/model': {
    reason: 'One call knows no answer, one provider no chain; the root puts them together.',
    leaves: ['model', 'clock', 'abortable'],
    rooms: {
      configuration: [],
      prompts: [],
      redaction: ['configuration'],
      cost: ['configuration'],
      provider: ['configuration', 'redaction'],
      calls: ['configuration', 'cost', 'provider'],
      answers: ['calls', 'prompts', 'provider'],
      recording: ['cost'],
    },
  },
  'src/agent': {
    reason: 'The loop of an agent is at the root, and knows none of the tools that it calls.',
    leaves: ['tool', 'cut-text'],
    rooms: { memory: [], tools: ['memory'] },
  },
  'src/jobs': {
    reason: 'The queue is kept in the database, which knows nothing of jobs.',
    rooms: { database: [], queue: ['database'] },
  },
  'src/security': {
    reason: 'A stage knows what it is given, not who runs it: the pipeline is at the root.',
    rooms: {
      candidates: [],
      notes: [],
      'rule-packages': [],
      scan: ['candidates', 'rule-packages'],
      report: ['candidates'],
      printers: ['candidates', 'report'],
      slice: ['scan'],
      import: ['candidates', 'report', 'scan'],
      discover: ['candidates', 'import', 'report', 'slice'],
      reproduce: ['candidates', 'slice'],
      triage: ['candidates', 'discover', 'import', 'notes', 'report', 'reproduce', 'slice'],
      baseline: ['candidates', 'import', 'printers', 'report', 'scan'],
      selection: ['baseline', 'candidates', 'import', 'report', 'scan'],
      fix: ['candidates', 'report', 'reproduce', 'scan', 'slice', 'triage'],
      question: ['report', 'scan', 'slice', 'triage'],
    },
  },
  'src/migration': {
    reason: 'A stage knows the crate and the steps; the pipeline knows the stages.',
    rooms: {
      artifacts: [],
      build: [],
      crate: [],
      state: [],
      gates: [],
      diagrams: ['artifacts'],
      scan: ['artifacts', 'build', 'diagrams', 'state'],
      config: ['artifacts', 'build', 'scan'],
      signature: ['artifacts'],
      steps: ['artifacts', 'crate'],
      transpile: ['crate', 'state', 'steps'],
      replace: ['artifacts', 'crate', 'scan', 'state', 'steps', 'transpile'],
      optimize: ['crate', 'gates', 'transpile'],
      link: ['artifacts', 'build', 'crate', 'state', 'steps'],
      status: ['artifacts', 'crate', 'gates'],
      complete: ['crate', 'state', 'steps', 'transpile'],
      layout: ['crate', 'state', 'steps', 'transpile'],
      pipeline: ['complete', 'crate', 'gates', 'layout', 'state', 'steps', 'transpile'],
    },
  },
  'src/equivalence': {
    reason: 'Types are paired, a plan is made of pairs, drivers of a plan, and a run of drivers.',
    leaves: ['name-matching', 'not-comparable'],
    rooms: {
      cases: [],
      'rust-api': [],
      pairing: ['cases', 'rust-api'],
      plan: ['cases', 'pairing', 'rust-api'],
      result: ['cases', 'pairing', 'plan', 'rust-api'],
      planner: ['cases', 'pairing', 'plan', 'result', 'rust-api'],
      c: ['cases', 'pairing', 'plan'],
      rust: ['cases', 'pairing', 'plan', 'rust-api'],
      harness: ['c', 'plan', 'rust'],
      inputs: ['cases'],
      evidence: ['cases', 'inputs', 'plan', 'rust-api'],
      run: ['c', 'cases', 'evidence', 'harness', 'inputs', 'pairing', 'plan'],
    },
  },
  'src/github': {
    reason: 'Commands come in as data, plans go out through the one port; only the app knows all.',
    rooms: {
      text: [],
      commands: [],
      configuration: [],
      api: ['commands', 'configuration', 'text'],
      audit: ['api', 'commands'],
      notices: ['commands', 'configuration'],
      'publication-plan': ['text'],
      publish: ['api', 'publication-plan', 'text'],
      comments: ['api', 'commands', 'text'],
      dismissals: ['api', 'commands', 'comments', 'text'],
      'isolated-worker': ['api', 'commands', 'configuration'],
      review: [
        ...['api', 'commands', 'configuration', 'dismissals', 'isolated-worker'],
        ...['notices', 'publication-plan', 'publish'],
      ],
      permissions: ['api', 'commands', 'comments', 'isolated-worker', 'review'],
      migrate: [
        ...['api', 'commands', 'comments', 'configuration', 'isolated-worker', 'notices'],
        ...['permissions', 'publish', 'review', 'text'],
      ],
      instructions: [
        ...['api', 'commands', 'comments', 'dismissals', 'isolated-worker', 'migrate'],
        ...['permissions', 'publication-plan', 'publish', 'review', 'text'],
      ],
      webhooks: ['commands', 'migrate'],
      server: [],
      overview: ['api', 'commands', 'server'],
      registration: ['api', 'server', 'webhooks'],
      app: [
        ...['api', 'audit', 'commands', 'instructions', 'isolated-worker', 'migrate', 'notices'],
        ...['overview', 'permissions', 'registration', 'review', 'server', 'text', 'webhooks'],
      ],
    },
  },
  'src/github/migrate': {
    reason: 'A description is text, a pull request carries it, and jobs open pull requests.',
    rooms: {
      description: [],
      checks: [],
      pulls: ['description'],
      dashboard: ['checks', 'description', 'pulls'],
      instructions: ['dashboard', 'pulls'],
      gate: ['checks', 'pulls'],
      jobs: ['checks', 'instructions', 'pulls'],
    },
  },
  'src/entry': {
    reason: 'A review starts without a migration, and both without the isolated worker.',
    rooms: {
      costs: [],
      memory: [],
      telemetry: [],
      review: ['costs', 'memory', 'telemetry'],
      fix: ['costs', 'review', 'telemetry'],
      migrate: ['costs', 'fix', 'memory', 'review', 'telemetry'],
      'isolated-worker': ['costs', 'fix', 'memory', 'migrate', 'review'],
    },
  },
  'src/cli': {
    reason: 'Commands share options and output, and no command knows another one.',
    leaves: ['wait-for-signal'],
    rooms: {
      completion: [],
      output: [],
      options: ['output'],
      'language-server': ['options'],
      review: ['options', 'output'],
      migrate: ['options', 'output'],
    },
  },
  action: {
    reason: 'Inputs, the runner and results are the same in every mode.',
    rooms: {
      inputs: [],
      runner: ['inputs'],
      result: ['inputs', 'runner'],
      github: ['inputs', 'result', 'runner'],
      review: ['github', 'inputs', 'result', 'runner'],
      migrate: ['github', 'inputs', 'result', 'review', 'runner'],
    },
  },
};

/**
 * The rules of dependency-cruiser that the areas stand for: a room imports itself, the rooms that it
 * names and the leaves of its folder, and nothing else of the folder.
 * @param {Readonly<Record<string, Area>>} areas by folder, relative to the root of the repository
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 * @throws {Error} where rooms that name each other form a cycle, or a room is named that does not exist
 */
export function roomRules(areas) {
  return Object.entries(areas).flatMap(([folder, { reason, leaves = [], rooms }]) => {
    checkOrder(folder, rooms);
    const leafFiles = leaves.length === 0 ? [] : [`^${folder}/(${leaves.join('|')})[.]ts$`];
    const rules = Object.entries(rooms).map(([room, allowed]) =>
      rule(`${folder}/${room}`, reason, `^${folder}/${room}/`, folder, [
        `^${folder}/(${[room, ...allowed].join('|')})/`,
        ...leafFiles,
      ]),
    );
    const ofLeaves = leafFiles.map((path) =>
      rule(`${folder}-leaves`, 'Every room may import these files.', path, folder, [path]),
    );
    return [...rules, ...ofLeaves];
  });
}

/**
 * @param {string} name
 * @param {string} comment
 * @param {string} from
 * @param {string} folder
 * @param {string[]} pathNot
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
function rule(name, comment, from, folder, pathNot) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from },
    to: { path: `^${folder}/`, pathNot },
  };
}

/**
 * @param {string} folder
 * @param {Area['rooms']} rooms
 */
function checkOrder(folder, rooms) {
  /** @type {Set<string>} */
  const placed = new Set();
  const left = new Map(Object.entries(rooms));
  while (left.size > 0) {
    // A part of a room, such as `flow/domain`, has an order of its own in that room's area.
    const isReady = (/** @type {string} */ name) => placed.has(name) || name.includes('/');
    const next = [...left].find(([, allowed]) => allowed.every(isReady));
    if (next === undefined) {
      throw new Error(
        `rooms of ${folder} form a cycle or name no room: ${[...left.keys()].join(', ')}`,
      );
    }
    placed.add(next[0]);
    left.delete(next[0]);
  }
}
