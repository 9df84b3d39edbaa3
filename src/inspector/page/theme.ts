/** `system`: the preference of the browser. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'alcove-inspector-theme'
const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

export function readTheme(): Theme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function nextTheme(theme: Theme): Theme {
  return next[theme]
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  document.documentElement.dataset.theme = theme
}
