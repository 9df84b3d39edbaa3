// The client of Conduit 2.0.0, written by `alcove client`. Run that again instead of editing this file.

/** Sends a request: `globalThis.fetch`, or a function that answers like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A body that is sent as it is. */
export type BodyData = NonNullable<RequestInit['body']>

export interface ClientOptions {
  /** Called for each request; `globalThis.fetch` if it is not given. */
  fetch?: Fetch
  /** Sent with each request. A function is called for each. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>)
}

/** Settings of one call. */
export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** An answer of the server. `status` determines the type of `body`. */
export interface Answer<Status extends number, Body> {
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
}

interface Input {
  params?: object
  query?: object
  headers?: object
  body?: unknown
  contentType?: string
}

/** The caller states the type of the answer, so a call gives `never`, which fits each of them. */
type Call = (method: string, path: string, type: string, input?: Input, options?: CallOptions) => Promise<never>

function createCall(baseUrl: string, { fetch = globalThis.fetch, headers = {} }: ClientOptions): Call {
  const base = baseUrl.replace(/\/+$/, '')
  return async (method, path, type, input = {}, options = {}) => {
    const sent = new Headers(typeof headers === 'function' ? await headers() : headers)
    for (const [name, value] of Object.entries({ ...input.headers, ...options.headers })) {
      if (value !== undefined) sent.set(name, String(value))
    }
    const init: RequestInit = { method, headers: sent }
    if (options.signal !== undefined) init.signal = options.signal
    if (input.body !== undefined) setBody(init, sent, input.contentType ?? type, input.body)
    const response = await fetch(base + fillPath(path, input.params ?? {}) + writeQuery(input.query ?? {}), init)
    return { status: response.status, headers: response.headers, body: method === 'HEAD' ? undefined : await readBody(response) } as never
  }
}

function setBody(init: RequestInit, sent: Headers, type: string, body: unknown): void {
  // A boundary belongs to the type of a form with files: fetch writes both.
  if (type !== 'multipart/form-data') sent.set('content-type', type)
  if (/[/+]json$/.test(type)) init.body = JSON.stringify(body)
  else if (type === 'application/x-www-form-urlencoded' && !(body instanceof URLSearchParams)) {
    init.body = writeQuery(body as object).slice(1)
  } else init.body = body as BodyData
}

function fillPath(path: string, params: object): string {
  const values = params as Record<string, unknown>
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const text = String(values[name])
    return name === 'wildcard' ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
  })
  // URL parsers remove these segments, also encoded ones. The request would reach another route.
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(filled)) throw new TypeError(`A path parameter of ${path} is "." or "..". URLs cannot contain it`)
  return filled
}

function writeQuery(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each: unknown) => [name, each] as const),
  )
  const written = new URLSearchParams()
  for (const [name, value] of pairs) {
    if (value !== undefined && value !== null) written.append(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return response.body
  if (type !== '' && !/^(?:text\/|application\/(?:[\w.+-]+\+)?json\b)/i.test(type)) return response.blob()
  const text = await response.text()
  if (/json\b/i.test(type)) return text === '' ? undefined : JSON.parse(text)
  return text === '' && type === '' ? undefined : text
}

export type ClientErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451

export interface Article {
  slug: string
  title: string
  description: string
  tagList: string[]
  createdAt: string
  updatedAt: string
  favorited: boolean
  favoritesCount: number
  author: Profile
  body: string
}

export interface ArticlePreview {
  slug: string
  title: string
  description: string
  tagList: string[]
  createdAt: string
  updatedAt: string
  favorited: boolean
  favoritesCount: number
  author: Profile
}

export interface Comment {
  id: number
  createdAt: string
  updatedAt: string
  body: string
  author: Profile
}

export interface Errors {
  errors: Record<string, string[]>
}

export interface Profile {
  username: string
  bio: string | null
  image: string | null
  following: boolean
}

export interface User {
  email: string
  token: string
  username: string
  bio: string | null
  image: string | null
}

export interface UsersRegisterInput {
  body: {
    user: {
      username: string
      email: string
      password: string
    }
  }
}

export type UsersRegisterAnswer =
  | Answer<201, {
    user: User
  }>
  | Answer<ClientErrorStatus, Errors>

export interface UsersLogInInput {
  body: {
    user: {
      email: string
      password: string
    }
  }
}

export type UsersLogInAnswer =
  | Answer<200, {
    user: User
  }>
  | Answer<ClientErrorStatus, Errors>

export interface ArticleListInput {
  query?: {
    tag?: string
    author?: string
    favorited?: string
    limit?: number
    offset?: number
  }
}

export type ArticleListAnswer =
  | Answer<200, {
    articles: ArticlePreview[]
    articlesCount: number
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface AuthorsPublishInput {
  body: {
    article: {
      title: string
      description: string
      body: string
      tagList?: string[]
    }
  }
}

export type AuthorsPublishAnswer =
  | Answer<201, {
    article: Article
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface ArticleReadInput {
  params: {
    slug: string
  }
}

export type ArticleReadAnswer =
  | Answer<200, {
    article: Article
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface AuthorsReviseInput {
  params: {
    slug: string
  }
  body: {
    article: {
      title?: string
      description?: string
      body?: string
      tagList?: string[]
    }
  }
}

export type AuthorsReviseAnswer =
  | Answer<200, {
    article: Article
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface AuthorsWithdrawInput {
  params: {
    slug: string
  }
}

export type AuthorsWithdrawAnswer =
  | Answer<204, undefined>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface CommentListInput {
  params: {
    slug: string
  }
}

export type CommentListAnswer =
  | Answer<200, {
    comments: Comment[]
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface CommentatorAddInput {
  params: {
    slug: string
  }
  body: {
    comment: {
      body: string
    }
  }
}

export type CommentatorAddAnswer =
  | Answer<201, {
    comment: Comment
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface ProfileReadInput {
  params: {
    username: string
  }
}

export type ProfileReadAnswer =
  | Answer<200, {
    profile: Profile
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export type TagAllAnswer =
  | Answer<200, {
    tags: string[]
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface AuthorsFeedInput {
  query?: {
    limit?: number
    offset?: number
  }
}

export type AuthorsFeedAnswer =
  | Answer<200, {
    articles: ArticlePreview[]
    articlesCount: number
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface CommentatorRemoveInput {
  params: {
    id: number
    slug: string
  }
}

export type CommentatorRemoveAnswer =
  | Answer<204, undefined>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export type CurrentUserReadAnswer =
  | Answer<200, {
    user: User
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface CurrentUserUpdateInput {
  body: {
    user: {
      username?: string
      email?: string
      password?: string
      bio?: string | null
      image?: string | null
    }
  }
}

export type CurrentUserUpdateAnswer =
  | Answer<200, {
    user: User
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface FavoriteAddInput {
  params: {
    slug: string
  }
}

export type FavoriteAddAnswer =
  | Answer<200, {
    article: Article
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface FavoriteRemoveInput {
  params: {
    slug: string
  }
}

export type FavoriteRemoveAnswer =
  | Answer<200, {
    article: Article
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface FollowFollowInput {
  params: {
    username: string
  }
}

export type FollowFollowAnswer =
  | Answer<200, {
    profile: Profile
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

export interface FollowUnfollowInput {
  params: {
    username: string
  }
}

export type FollowUnfollowAnswer =
  | Answer<200, {
    profile: Profile
  }>
  | Answer<401, Errors>
  | Answer<Exclude<ClientErrorStatus, 401>, Errors>

/** The routes of the application, by controller. */
export interface Client {
  users: {
    /** Register */
    register(input: UsersRegisterInput, options?: CallOptions): Promise<UsersRegisterAnswer>
    /** Log in */
    logIn(input: UsersLogInInput, options?: CallOptions): Promise<UsersLogInAnswer>
  }
  article: {
    /** List articles, the newest first */
    list(input?: ArticleListInput, options?: CallOptions): Promise<ArticleListAnswer>
    /** Read an article */
    read(input: ArticleReadInput, options?: CallOptions): Promise<ArticleReadAnswer>
  }
  authors: {
    /** Publish an article */
    publish(input: AuthorsPublishInput, options?: CallOptions): Promise<AuthorsPublishAnswer>
    /** Change what is given; a new title is a new slug */
    revise(input: AuthorsReviseInput, options?: CallOptions): Promise<AuthorsReviseAnswer>
    /** Delete an article */
    withdraw(input: AuthorsWithdrawInput, options?: CallOptions): Promise<AuthorsWithdrawAnswer>
    /** List what those have written whom one follows */
    feed(input?: AuthorsFeedInput, options?: CallOptions): Promise<AuthorsFeedAnswer>
  }
  comment: {
    /** List the comments on an article */
    list(input: CommentListInput, options?: CallOptions): Promise<CommentListAnswer>
  }
  commentator: {
    /** Comment on an article */
    add(input: CommentatorAddInput, options?: CallOptions): Promise<CommentatorAddAnswer>
    /** Delete a comment */
    remove(input: CommentatorRemoveInput, options?: CallOptions): Promise<CommentatorRemoveAnswer>
  }
  profile: {
    /** Read a profile */
    read(input: ProfileReadInput, options?: CallOptions): Promise<ProfileReadAnswer>
  }
  tag: {
    /** List tags, the most used first */
    all(options?: CallOptions): Promise<TagAllAnswer>
  }
  currentUser: {
    /** Who is signed in */
    read(options?: CallOptions): Promise<CurrentUserReadAnswer>
    /** Change what is given, and nothing else */
    update(input: CurrentUserUpdateInput, options?: CallOptions): Promise<CurrentUserUpdateAnswer>
  }
  favorite: {
    /** Make an article a favorite */
    add(input: FavoriteAddInput, options?: CallOptions): Promise<FavoriteAddAnswer>
    /** Make an article a favorite no longer */
    remove(input: FavoriteRemoveInput, options?: CallOptions): Promise<FavoriteRemoveAnswer>
  }
  follow: {
    /** Follow a user */
    follow(input: FollowFollowInput, options?: CallOptions): Promise<FollowFollowAnswer>
    /** Follow a user no longer */
    unfollow(input: FollowUnfollowInput, options?: CallOptions): Promise<FollowUnfollowAnswer>
  }
}

/** @param baseUrl `https://example.com`, with a path where the application is below one */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const call = createCall(baseUrl, options)
  return {
    users: {
      register: (input, options) => call('POST', '/api/users', 'application/json', input, options),
      logIn: (input, options) => call('POST', '/api/users/login', 'application/json', input, options),
    },
    article: {
      list: (input, options) => call('GET', '/api/articles', 'application/json', input, options),
      read: (input, options) => call('GET', '/api/articles/{slug}', 'application/json', input, options),
    },
    authors: {
      publish: (input, options) => call('POST', '/api/articles', 'application/json', input, options),
      revise: (input, options) => call('PUT', '/api/articles/{slug}', 'application/json', input, options),
      withdraw: (input, options) => call('DELETE', '/api/articles/{slug}', 'application/json', input, options),
      feed: (input, options) => call('GET', '/api/articles/feed', 'application/json', input, options),
    },
    comment: {
      list: (input, options) => call('GET', '/api/articles/{slug}/comments', 'application/json', input, options),
    },
    commentator: {
      add: (input, options) => call('POST', '/api/articles/{slug}/comments', 'application/json', input, options),
      remove: (input, options) => call('DELETE', '/api/articles/{slug}/comments/{id}', 'application/json', input, options),
    },
    profile: {
      read: (input, options) => call('GET', '/api/profiles/{username}', 'application/json', input, options),
    },
    tag: {
      all: (options) => call('GET', '/api/tags', 'application/json', undefined, options),
    },
    currentUser: {
      read: (options) => call('GET', '/api/user', 'application/json', undefined, options),
      update: (input, options) => call('PUT', '/api/user', 'application/json', input, options),
    },
    favorite: {
      add: (input, options) => call('POST', '/api/articles/{slug}/favorite', 'application/json', input, options),
      remove: (input, options) => call('DELETE', '/api/articles/{slug}/favorite', 'application/json', input, options),
    },
    follow: {
      follow: (input, options) => call('POST', '/api/profiles/{username}/follow', 'application/json', input, options),
      unfollow: (input, options) => call('DELETE', '/api/profiles/{username}/follow', 'application/json', input, options),
    },
  }
}
