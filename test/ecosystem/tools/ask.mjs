// The applications here share this: each prints its answers, and a test compares them with those on Fastify.

/** The core words its own errors: the test then compares their statuses. */
export const comparesAll = process.env.ALCOVE_COMPARES === 'all'

/** Sends a request without a socket, and prints the answer. */
export async function ask(app, request) {
  const { statusCode, headers, body } = await app.inject(request)
  const shown = statusCode < 400 || comparesAll ? [headers['content-type'], body] : []
  console.log(typeof request === 'string' ? request : `${request.method ?? 'GET'} ${request.url}`, statusCode, ...shown)
  return body
}
