// The preset of Jest: `preset: 'alcove'` loads `alcove/jest-preset`. Jest cannot require ES modules below node 24.9, so
// each entry is CommonJS here. `alcove/fastify` is CommonJS already. All entries come from one file, so that a class
// has one identity in a test.
import { join } from 'node:path'

const preset = {
  moduleNameMapper: {
    '^alcove$': join(__dirname, 'index.cjs'),
    '^alcove/(?!fastify$)([a-z]+)$': join(__dirname, '$1.cjs'),
  },
}

export = preset
