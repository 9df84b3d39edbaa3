'use strict'

// Writes the package into build/alcove-fastify: these files, and the type declarations of the Fastify whose API it has.
// Those are Fastify's own, so that programs and plugins compile as they do with it; its license goes with them.
const { cpSync, mkdirSync, rmSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..', '..')
const target = join(root, 'build', 'alcove-fastify')
const fastify = join(root, 'node_modules', 'fastify')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const name of ['package.json', 'fastify.js', 'lib', 'LICENSE', 'README.md']) {
  cpSync(join(__dirname, name), join(target, name), { recursive: true })
}
for (const name of ['fastify.d.ts', 'types']) cpSync(join(fastify, name), join(target, name), { recursive: true })
cpSync(join(fastify, 'LICENSE'), join(target, 'LICENSE-fastify'))
