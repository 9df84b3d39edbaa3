/** `npm run test:all` runs each case of what takes long; among the other tests a few cases of each kind are enough. */
export const everyCase = process.env.ALCOVE_TESTS === 'all'
