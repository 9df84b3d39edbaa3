/** Where the tests of pages look for a browser; CHROMIUM_PATH names another place. */
export const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
