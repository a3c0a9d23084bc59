import type { RustStruct } from '../../code/rust/items/items.ts';
import type { RustChangeRule } from './rust-change-rule.ts';

/** Traits whose derived code copies or fills each field, whatever the fields promise each other. */
const DERIVED = /^(?:Clone|Copy|Deserialize|FromBytes)$/;

export const deriveReplacesImpl: RustChangeRule = {
  id: 'derive_replaces_impl',
  title: 'The change derives what was written by hand',
  category: 'unsafe_rust',
  cwe: [416, 502],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change the trait was written by hand for this type. Derived code treats each field by itself: a derived `Clone` copies a raw pointer, so that two values own or point into one block, and a derived `Deserialize` accepts fields that do not fit each other, which unsafe code relies on.',
  suggestion: 'Write the impl by hand again, with the check or the deep copy that it had.',
  examples: {
    bad: [
      ` use std::ptr::NonNull;
+#[derive(Clone)]
 pub struct Strings { // defect
     first: NonNull<str>,
     kept: Vec<Box<str>>,
 }
-impl Clone for Strings {
-    fn clone(&self) -> Self {
-        Strings::from_all(self.kept.iter())
-    }
-}
 unsafe fn look(strings: &Strings) -> &str { strings.first.as_ref() }`,
      `+#[derive(Deserialize)]
 pub struct Matrix { // defect
     data: Vec<f64>,
     rows: usize,
 }
-impl<'a> Deserialize<'a> for Matrix {
-    fn deserialize<D: Deserializer<'a>>(input: D) -> Result<Self, D::Error> {
-        let (data, rows): (Vec<f64>, usize) = Deserialize::deserialize(input)?;
-        if data.len() % rows != 0 { return Err(D::Error::custom("no matrix")); }
-        Ok(Matrix { data, rows })
-    }
-}
 fn at(matrix: &Matrix, row: usize) -> f64 { unsafe { *matrix.data.get_unchecked(row * matrix.rows) } }`,
    ],
    good: [
      `+#[derive(Clone)]
 pub struct Name {
     text: String,
 }
-impl Clone for Name {
-    fn clone(&self) -> Self {
-        Name { text: self.text.clone() }
-    }
-}`,
    ],
  },
  compare({ base, head }, report) {
    for (const { trait, type, node } of base.impls) {
      const name = type?.name ?? '';
      const isKept = head.impls.some((one) => one.trait === trait && one.type?.name === name);
      if (!DERIVED.test(trait) || isKept) continue;
      const [now, ...others] = head.structs.filter((struct) => struct.name === name);
      if (now === undefined || others.length > 0 || !derives(now, trait)) continue;
      const written = base.tree.textOf(node);
      const pointer = now.fields.find((field) =>
        /\*(?:const|mut)\b|\bNonNull\b/.test(field.type.text),
      );
      const checks = trait === 'Deserialize' && /\bif\b|\bErr\(|::custom\(|\.ok_or/.test(written);
      const isUnsafe = /\bunsafe\b/.test(head.tree.text);
      if (pointer === undefined && !checks && !isUnsafe) continue;
      const why =
        pointer !== undefined
          ? `, which copies the pointer in ${pointer.name}`
          : checks
            ? ', which checks nothing'
            : ', and unsafe code in the file relies on what the fields promise';
      report({
        span: { start: now.node.start, end: now.fields[0]?.node.start ?? now.node.end },
        isTest: now.isTest,
        message: `${trait} of ${name} was written by hand before the change, and is derived now${why}.`,
        confidence: pointer !== undefined || checks ? 0.75 : 0.6,
      });
    }
  },
};

/** Whether a struct derives a trait, under a condition too. */
function derives({ derives: list, attributes }: RustStruct, trait: string): boolean {
  return (
    list.includes(trait) ||
    attributes.some(
      (text) => /^cfg_attr\b/.test(text) && new RegExp(`derive\\(.*\\b${trait}\\b`, 's').test(text),
    )
  );
}
