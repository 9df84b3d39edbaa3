/** Conduit on Fastify: plugins for its contexts, and hooks for its guards. */
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../samples/conduit/answers/problem.js'
import { Errors } from '../../samples/conduit/answers/schemas.js'
import {
  ArticleAnswer,
  ArticleFilter,
  ArticleList,
  NewArticle,
  Page,
  TagList,
} from '../../samples/conduit/articles/schemas.js'
import { CommentList } from '../../samples/conduit/comments/schemas.js'
import { Login, UserAnswer } from '../../samples/conduit/users/schemas.js'
import type { User } from '../../samples/conduit/users/users.js'
import { answerTo, makeServices, options, type Services, schemas } from './services.js'

interface Slug {
  readonly slug: string
}

/** A hook of the context sets it. */
function viewerOf(request: FastifyRequest): User | null {
  return request.getDecorator<User | null>('viewer')
}

/** Behind the hook that refuses requests without a token. */
function userOf(request: FastifyRequest): User {
  return request.getDecorator<User>('currentUser')
}

function addReaders(instance: FastifyInstance, { articles, comments, sessions, tags }: Services): void {
  instance.decorateRequest('viewer', null)
  instance.addHook('onRequest', async (request) => {
    request.setDecorator('viewer', await sessions.read(request as never)) // it reads the headers only
  })
  const list = { querystring: ArticleFilter, response: { 200: ArticleList } }
  instance.get<{ Querystring: ArticleFilter }>('/articles', { schema: list }, (request) =>
    articles.list(request.query, viewerOf(request)),
  )
  const read = { response: { 200: ArticleAnswer } }
  instance.get<{ Params: Slug }>('/articles/:slug', { schema: read }, async (request) => ({
    article: await articles.read(request.params.slug, viewerOf(request)),
  }))
  const comment = { response: { 200: CommentList } }
  instance.get<{ Params: Slug }>('/articles/:slug/comments', { schema: comment }, async (request) => ({
    comments: await comments.list(request.params.slug, viewerOf(request)),
  }))
  instance.get('/tags', { schema: { response: { 200: TagList } } }, async () => ({ tags: await tags.all() }))
}

function addMembers(instance: FastifyInstance, { articles, desk, favorites, sessions }: Services): void {
  instance.decorateRequest('currentUser', null)
  instance.addHook('onRequest', async (request) => {
    const user = await sessions.read(request as never) // as above
    if (user === null) throw Problem.unauthorized('is missing')
    request.setDecorator('currentUser', user)
  })
  instance.get('/user', { schema: { response: { 200: UserAnswer } } }, (request) => ({
    user: sessions.begin(userOf(request)),
  }))
  const feed = { querystring: Page, response: { 200: ArticleList } }
  instance.get<{ Querystring: Page }>('/articles/feed', { schema: feed }, (request) =>
    articles.feed(request.query, userOf(request)),
  )
  const publish = { body: NewArticle, response: { 201: ArticleAnswer } }
  instance.post<{ Body: NewArticle }>('/articles', { schema: publish }, async (request, reply) => {
    const user = userOf(request)
    const slug = await desk.publish(request.body.article, user)
    reply.code(201)
    return { article: await articles.read(slug, user) }
  })
  const favorite = { response: { 200: ArticleAnswer } }
  instance.post<{ Params: Slug }>('/articles/:slug/favorite', { schema: favorite }, async (request) => {
    const user = userOf(request)
    await favorites.add(request.params.slug, user)
    return { article: await articles.read(request.params.slug, user) }
  })
}

function addCredentials(instance: FastifyInstance, { sessions, users }: Services): void {
  const schema = { body: Login, response: { 200: UserAnswer } }
  instance.post<{ Body: Login }>('/users/login', { schema }, async (request) => ({
    user: sessions.begin(await users.logIn(request.body.user)),
  }))
}

async function api(instance: FastifyInstance): Promise<void> {
  for (const schema of schemas) instance.addSchema(schema)
  await instance.register(cors, options.cors)
  await instance.register(rateLimit, options.limit)
  await instance.register(jwt, options.jwt)
  const services = await makeServices(() => instance.jwt)
  instance.addHook('onClose', () => services.close())
  instance.addHook('onRoute', (route) => {
    const response = route.schema?.response ?? {}
    route.schema = { ...route.schema, response: { ...response, '4xx': Errors.ref } }
  })
  instance.setErrorHandler((error: Error, request, reply) => {
    const { status, body } = answerTo(error, request.id)
    return reply.code(status).send(body)
  })
  instance.setNotFoundHandler((_request, reply) => reply.code(404).send({ errors: { path: ['not found'] } }))
  instance.register(async (child) => {
    await child.register(rateLimit, options.credentialsLimit)
    addCredentials(child, services)
  })
  instance.register(async (child) => addReaders(child, services))
  instance.register(async (child) => addMembers(child, services))
}

export function conduit(instance: FastifyInstance): void {
  instance.register(helmet, options.helmet)
  instance.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  instance.register(api, { prefix: '/api' })
}
