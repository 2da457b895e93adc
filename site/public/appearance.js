// Light or dark: one choice for all pages of the site. Without a choice they follow the system.
(() => {
  const name = 'romulus-pages:appearance';
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen;
  try {
    chosen = localStorage.getItem(name);
  } catch {}
  const show = () => {
    const isDark = chosen ? chosen === 'dark' : system.matches;
    root.classList.toggle('dark', isDark);
    root.style.colorScheme = isDark ? 'dark' : 'light';
  };
  show();
  system.addEventListener('change', show);
  addEventListener('click', ({ target }) => {
    if (!target.closest('.appearance')) return;
    const isDark = !root.classList.contains('dark');
    chosen = isDark === system.matches ? '' : isDark ? 'dark' : 'light';
    try {
      localStorage.setItem(name, chosen);
    } catch {}
    show();
  });
})();
