/** A workflow that builds and tests a crate, as `docs/workflows/cargo.yml` has it for `rust`. */
export function cargoWorkflow(crate: string, branch: string): string {
  return `name: Cargo

on:
  pull_request:
  merge_group:
  push:
    branches: [${JSON.stringify(branch)}]

permissions: {}

defaults:
  run:
    working-directory: ${JSON.stringify(crate)}

jobs:
  cargo:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - name: cargo build
        run: cargo build --all-targets
        env:
          RUSTFLAGS: -D warnings
      - name: cargo test
        run: cargo test
        env:
          RUSTFLAGS: -D warnings
`;
}
