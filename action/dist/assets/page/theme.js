// The part of a page's script that switches between light and dark; `root` is the document's element.
const themeButton = document.querySelector('.theme');
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
// biome-ignore format: pages have these bytes
const remember = (value) => { try { localStorage.setItem('rustward-theme', value); } catch {} };
// biome-ignore format: pages have these bytes
const remembered = () => { try { return localStorage.getItem('rustward-theme'); } catch { return null; } };
const isDark = () => (root.dataset.theme ?? (prefersDark.matches ? 'dark' : 'light')) === 'dark';
const showTheme = () => {
  themeButton.textContent = isDark() ? 'Light theme' : 'Dark theme';
};
const stored = remembered();
if (stored === 'dark' || stored === 'light') root.dataset.theme = stored;
showTheme();
prefersDark.addEventListener('change', showTheme);
themeButton.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  remember(root.dataset.theme);
  showTheme();
});
