// fastify-openapi-glue makes routes of an OpenAPI document.
import fastify from 'fastify'
import openapiGlue from 'fastify-openapi-glue'
import { ask } from './ask.mjs'

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    name: { type: 'string' },
    tag: { type: 'string', nullable: true },
  },
}
const content = (schema) => ({ 'application/json': { schema } })
const specification = {
  openapi: '3.0.0',
  info: { title: 'Pets', version: '1.0.0' },
  components: { schemas: { pet }, securitySchemes: { key: { type: 'apiKey', name: 'x-key', in: 'header' } } },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10, default: 2 } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: {
          200: {
            description: 'pets',
            content: content({ type: 'array', items: { $ref: '#/components/schemas/pet' } }),
          },
        },
      },
      post: {
        operationId: 'addPet',
        security: [{ key: [] }],
        requestBody: { required: true, content: content({ $ref: '#/components/schemas/pet' }) },
        responses: { 201: { description: 'a pet', content: content({ $ref: '#/components/schemas/pet' }) } },
      },
    },
    '/pets/{id}': {
      get: {
        operationId: 'readPet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'a pet', content: content({ $ref: '#/components/schemas/pet' }) } },
      },
      delete: {
        operationId: 'removePet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'gone' } },
      },
    },
  },
}
const serviceHandlers = {
  listPets: async ({ query }) =>
    (query.tags ?? ['none']).slice(0, query.limit).map((tag, id) => ({ id, name: 'Tom', tag, secret: 1 })),
  addPet: async (request, reply) => reply.code(201).send({ id: 7, ...request.body }),
  readPet: async ({ params }) => ({ id: params.id, name: 'Tom', secret: 1 }),
}
const securityHandlers = {
  async key(request) {
    if (request.headers['x-key'] !== 'secret') throw Object.assign(new Error('wrong key'), { statusCode: 401 })
  },
}

const app = fastify()
app.register(openapiGlue, { specification, serviceHandlers, securityHandlers, prefix: 'v1' })
for (const url of ['/v1/pets', '/v1/pets?limit=1&tags=a&tags=b', '/v1/pets?limit=11', '/v1/pets/7', '/v1/pets/seven']) {
  await ask(app, { url })
}
const post = { method: 'POST', url: '/v1/pets' }
await ask(app, { ...post, payload: { name: 'Ada', tag: null }, headers: { 'x-key': 'secret' } })
await ask(app, { ...post, payload: { tag: 'none' }, headers: { 'x-key': 'secret' } })
await ask(app, { ...post, payload: { name: 'Ada' } })
await ask(app, { method: 'DELETE', url: '/v1/pets/7' }) // no handler
await app.close()
