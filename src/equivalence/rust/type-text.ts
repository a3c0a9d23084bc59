import { type RustApiType, rustTypeText } from '../rust-api/rust-type.ts';

/** A type as the driver writes it, where the crate is `subject`. Lifetimes are left out. */
export function typeText(type: RustApiType): string {
  switch (type.kind) {
    case 'item':
      return itemText(type);
    case 'reference':
      return `&${type.mutable ? 'mut ' : ''}${typeText(type.to)}`;
    case 'vec':
      return `Vec<${typeText(type.of)}>`;
    case 'option':
      return `Option<${typeText(type.of)}>`;
    case 'box':
      return `Box<${typeText(type.of)}>`;
    case 'slice':
      return `[${typeText(type.of)}]`;
    case 'array':
      return `[${typeText(type.of)}; ${type.length}]`;
    case 'tuple':
      return `(${type.items.map((item) => `${typeText(item)},`).join(' ')})`;
    case 'result':
      return `Result<${typeText(type.ok)}, ${typeText(type.error)}>`;
    case 'stream':
      return type.does === 'reads' ? 'dyn std::io::Read' : 'dyn std::io::Write';
    case 'callback': {
      if (typeof type.as === 'object')
        return `dyn ${type.as.trait.replace(/^crate::/, 'subject::')}`;
      const params = type.params.map(typeText).join(', ');
      const name = type.as === 'pointer' ? 'fn' : `dyn ${type.as}`;
      return `${name}(${params}) -> ${typeText(type.returns)}`;
    }
    default:
      return rustTypeText(type);
  }
}

/** A type of the crate; what its parameters are is inferred. */
export function itemText({ path, parameters = 0 }: Extract<RustApiType, { kind: 'item' }>): string {
  const all = Array.from({ length: parameters }, () => '_');
  return `subject::${path}${parameters === 0 ? '' : `<${all.join(', ')}>`}`;
}
