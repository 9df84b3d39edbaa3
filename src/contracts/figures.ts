// What a measured server tells of its requests: plain JSON, by the ids of `inspect`. Times are milliseconds.

/** How one stage of a route did. From its begin to the begin of the next one: what it waits for is in it. */
export interface StageFigures {
  /** How often it ran. */
  count: number
  mean: number
  max: number
}

/** How requests did, since the server has booted. */
export interface RequestFigures {
  /** Those that have arrived. */
  requests: number
  /** Those that have no complete answer yet. */
  active: number
  /** Answers with a status of 4xx. */
  refused: number
  /** Answers with a status of 5xx, and those that were cut off. */
  failed: number
  /** Half of the latest answers were complete within this time. */
  p50: number
  /** 95 in 100 of the latest answers were. */
  p95: number
  /** The longest of all. */
  max: number
}

/** How the requests of one route did. */
export interface RouteFigures extends RequestFigures {
  /** By the id of the stage; only those that have run. */
  stages: Record<string, StageFigures>
}

/** One request of a route, and the stages that it went through. */
export interface RequestTrace {
  /** Its id, as the lines of the log have it. */
  request: string
  /** When it came, in milliseconds since 1970. */
  at: number
  /** Of the answer. */
  status: number
  /** Whether the answer was complete: not where the client left, or the answer was cut off. */
  whole: boolean
  /** From its begin to the end of the answer. */
  time: number
  /** In the order in which they ran. */
  steps: { stage: string; time: number }[]
}

/** Figures of routes by their ids; only of those that were asked for. */
export type Figures = Record<string, RouteFigures>

/** What came in and was for no route. */
export interface UnmatchedFigures {
  /** By the id of the context that answered: the root, or one with a not-found handler of its own. Only those asked. */
  notFound: Record<string, RequestFigures>
  /** Requests that node could not parse (of HTTP/2: sessions, it tells of no less), and those whose path could not be read. */
  malformed: number
}

/** What a server has refused or cut off before a route got it, since it was made. Each is counted once. */
export interface RefusalFigures {
  /** Connections beyond `maxConnections`. */
  readonly connections: number
  /** Requests that did not arrive in time, and handshakes of TLS. */
  readonly timeouts: number
  /** Requests that node's parser refused; of HTTP/2 sessions that broke its rules, for node reports no less. */
  readonly malformed: number
  /** Heads larger than `http: { maxHeaderSize }`: 431. */
  readonly largeHeads: number
  /** Heads with more headers than `http: { maxHeadersCount }`: 400. */
  readonly manyHeaders: number
  /** Heads that can be read in two ways, by hosts, target or form: `ALC_ERR_REQUEST_HEAD`. */
  readonly heads: number
  /** Paths that could not be read, and parameters longer than `maxParamLength`. */
  readonly paths: number
  /** Times that a connection was read no further because 32 requests waited on it. They are answered later. */
  readonly pipelines: number
  /** Streams of HTTP/2 on sessions whose client had cancelled too many: `REFUSED_STREAM`. */
  readonly streams: number
  /** Requests that came while the server was closing: 503. */
  readonly closing: number
}
