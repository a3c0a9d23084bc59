/** What the archive of an extension for VS Code says of itself. */
interface Extension {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly version: string;
  readonly icon: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly extensionKind: readonly string[];
  /** Of the project, on GitHub. */
  readonly address: string;
}

/** The text of `extension.vsixmanifest`, by which the marketplace and VS Code know what the archive holds. */
export function vsixManifest(extension: Extension): string {
  const { address } = extension;
  const properties = [
    ['Microsoft.VisualStudio.Code.Engine', extension.engines.vscode],
    ['Microsoft.VisualStudio.Code.ExtensionDependencies', ''],
    ['Microsoft.VisualStudio.Code.ExtensionPack', ''],
    ['Microsoft.VisualStudio.Code.ExtensionKind', extension.extensionKind.join(',')],
    ['Microsoft.VisualStudio.Services.Links.Source', `${address}.git`],
    ['Microsoft.VisualStudio.Services.Links.GitHub', `${address}.git`],
    ['Microsoft.VisualStudio.Services.Links.Support', `${address}/issues`],
    ['Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown', 'true'],
  ];
  const assets = [
    ['Microsoft.VisualStudio.Code.Manifest', 'package.json'],
    ['Microsoft.VisualStudio.Services.Content.Details', 'README.md'],
    ['Microsoft.VisualStudio.Services.Content.Changelog', 'CHANGELOG.md'],
    ['Microsoft.VisualStudio.Services.Content.License', 'LICENSE.txt'],
    ['Microsoft.VisualStudio.Services.Icons.Default', extension.icon],
  ];
  const identity = attributes({
    ...{ Language: 'en-US', Id: extension.name, Version: extension.version },
    Publisher: extension.publisher,
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity${identity} />
    <DisplayName>${escaped(extension.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(extension.description)}</Description>
    <Tags>${escaped(extension.keywords.join(','))}</Tags>
    <Categories>${escaped(extension.categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${properties.map(([id = '', value = '']) => `      <Property${attributes({ Id: id, Value: value })} />`).join('\n')}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${escaped(extension.icon)}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${assets.map(([type = '', path = '']) => `    <Asset${attributes({ Type: type, Path: `extension/${path}`, Addressable: 'true' })} />`).join('\n')}
  </Assets>
</PackageManifest>
`;
}

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.png': 'image/png',
  '.js': 'application/javascript',
  '.vsixmanifest': 'text/xml',
};

/** The text of `[Content_Types].xml`: a type for each ending of a file in the archive. */
export function contentTypes(endings: readonly string[]): string {
  const all = [...new Set([...endings, '.vsixmanifest'])].sort();
  const types = all.map((ending) => {
    const type = TYPES[ending] ?? 'application/octet-stream';
    return `  <Default${attributes({ Extension: ending, ContentType: type })} />`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${types.join('\n')}
</Types>
`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
