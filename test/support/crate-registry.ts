import { addFiles, temporaryFolder } from './temporary-folder.ts';

/** Crates that the registry of a test has: their files by their names. */
export type FixtureCrates = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Two crates as good as any: one with a checksum, and one that does not build. */
export const CRATES: FixtureCrates = {
  'tiny-checksum': {
    'Cargo.toml':
      '[package]\nname = "tiny-checksum"\nversion = "1.2.3"\nedition = "2021"\ndescription = "A checksum."\nlicense = "MIT"\n',
    'src/lib.rs': `/// A checksum of some bytes, each of which turns it by five bits.
pub fn rolling(data: &[u8]) -> u32 {
    data.iter().fold(17, |sum: u32, &byte| sum.rotate_left(5) ^ u32::from(byte))
}

/// The same, a part at a time.
#[derive(Default)]
pub struct Rolling(u32);

impl Rolling {
    /// Takes some bytes in.
    pub fn update(&mut self, data: &[u8]) {
        self.0 ^= rolling(data);
    }
}
`,
  },
  'broken-sums': {
    'Cargo.toml': '[package]\nname = "broken-sums"\nversion = "0.3.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub fn sum(data: &[u8]) -> u64 {\n    data.len()\n}\n',
  },
};

/**
 * A home of cargo whose crates all come from a folder: real cargo, and no network.
 * @returns the folder, for `CARGO_HOME`
 */
export function crateRegistry(crates: FixtureCrates = CRATES): string {
  const folder = temporaryFolder();
  for (const [name, files] of Object.entries(crates)) {
    const checksum = JSON.stringify({ files: {}, package: null });
    addFiles(`${folder}/crates/${name}`, { ...files, '.cargo-checksum.json': checksum });
  }
  const settings = `[source.crates-io]
replace-with = "folder"

[source.folder]
directory = "${folder}/crates"

[registries.mine]
token = "secret"
`;
  addFiles(`${folder}/home`, { 'config.toml': settings });
  return `${folder}/home`;
}
