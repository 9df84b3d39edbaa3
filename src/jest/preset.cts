// The preset of Jest, which reads `alcove/jest-preset` for `preset: 'alcove'`. Jest cannot require ES modules below node
// 24.9, so it gets each entry as CommonJS. `alcove/fastify` is that already. All entries come from one file: a class has one identity in a test.
import { join } from 'node:path'

const preset = {
  moduleNameMapper: {
    '^alcove$': join(__dirname, 'index.cjs'),
    '^alcove/(?!fastify$)([a-z]+)$': join(__dirname, '$1.cjs'),
  },
}

export = preset
