// The header Expect: a client sends it if it waits for a first answer before it sends its body.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { RequestListener } from '../../contracts/server-options.js'
import { type CollectableMessage, collect } from '../../support/body-sink.js'
import { endIfBytesAreLost } from './ignored-upgrades.js'
import { recordPipelined } from './open-connections.js'
import { declaresBody, RequestHeads } from './request-head.js'
import type { Served } from './serving.js'

type Expecting = IncomingMessage & CollectableMessage
type Answering = ServerResponse & { stream?: { destroyed: boolean } }

/** Answers requests with a header Expect, unless the application has a listener of its own for them. */
export function guardExpectations(server: Server, served: Served): void {
  const heads = new RequestHeads()
  const proceed: RequestListener = (req, res) => {
    if (server.listenerCount('checkContinue') > 1) return
    if (declaresBody(req)) continueWhenRead(req, res)
    else res.writeContinue() // as node does
    server.emit('request', req, res)
  }
  /** Checks the whole head of a request with another expectation. Node would only refuse the expectation. */
  const refuse: RequestListener = (req, res) => {
    if (server.listenerCount('checkExpectation') > 1) return
    try {
      heads.check(req, server)
    } catch {
      served.newest.listener(req, res) // the listener refuses the head
      return
    }
    if (res.socket === null) recordPipelined(req, res)
    if (req.headers.upgrade !== undefined) endIfBytesAreLost(req, res)
    res.writeHead(417).end()
  }
  server.on('checkContinue', proceed)
  server.on('checkExpectation', refuse)
}

/**
 * Sends `100 Continue` when the body is first read. Node sends it with the head, so that the client would also send a
 * body that is refused. An answer without an error may be written before the body is read, so it sends the 100 too. So
 * does the answer to a client that has not waited. The connection then stays open, as after the 100 of node.
 */
function continueWhenRead(req: Expecting, res: Answering): void {
  let isDone = false
  const proceed = () => {
    if (isDone) return
    isDone = true
    if (!(res.stream ?? res).destroyed) res.writeContinue() // it does nothing after the head of the answer
  }
  const { _read: read, [collect]: collectBody } = req
  req._read = (size) => {
    proceed()
    read.call(req, size)
  }
  req[collect] = (taker) => {
    proceed()
    return collectBody?.call(req, taker) ?? false
  }
  const { writeHead } = res
  const answer = (...given: Parameters<typeof writeHead>): unknown => {
    if (given[0] < 300 || req.readableLength > 0) proceed()
    return writeHead.apply(res, given)
  }
  res.writeHead = answer as typeof writeHead // the same overloads
}
