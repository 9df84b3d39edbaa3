import { createHash } from 'node:crypto'

/** The page in one file, and the policy that permits only the script and style of its build. */
export interface PageDocument {
  readonly html: string
  readonly policy: string
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23178a80' stroke-width='1.6'%3E%3Crect x='1' y='1' width='14' height='14' rx='3'/%3E%3Crect x='4.5' y='4.5' width='7' height='7' rx='1.5'/%3E%3C/svg%3E"

/** The page contains no data of the application. It requests the data. */
export async function readPageDocument(): Promise<PageDocument> {
  const { script, style } = await import('./page-text.js')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>alcove inspector</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<noscript>The inspector draws with JavaScript. Without it: npx alcove tree</noscript>
<script type="module">${script}</script>
</body>
</html>
`
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]
  return { html, policy: policy.join('; ') }
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
