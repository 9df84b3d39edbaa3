/** The browser for the tests of pages. CHROMIUM_PATH overrides the path. */
export const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
