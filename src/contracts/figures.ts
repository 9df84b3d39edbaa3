// Figures about the requests of a measured server, as plain JSON. Their keys are ids of `inspect`. Times are in
// milliseconds.

/**
 * Figures of one stage of a route. A stage lasts until the next one begins, so its time includes the time that it
 * waits.
 */
export interface StageFigures {
  /** Number of runs. */
  count: number
  /** Mean time of a run. */
  mean: number
  /** The longest time of a run. */
  max: number
}

/** Figures of requests since the server booted. */
export interface RequestFigures {
  /** Requests that arrived. */
  requests: number
  /** Requests without a complete answer so far. */
  active: number
  /** Answers with a status of 4xx. */
  refused: number
  /** Answers with a status of 5xx, and answers that were cut off. */
  failed: number
  /** Median time of the latest answers. */
  p50: number
  /** 95th percentile of the time of the latest answers. */
  p95: number
  /** The longest time of all answers since the server booted. */
  max: number
}

/** Figures of the requests of one route. */
export interface RouteFigures extends RequestFigures {
  /** Figures by the id of the stage. Only stages that ran have an entry. */
  stages: Record<string, StageFigures>
}

/** One request of a route, with the stages that ran for it. */
export interface RequestTrace {
  /** Its id in the log. */
  request: string
  /** The time of its arrival, in milliseconds since 1970. */
  at: number
  /** The status of the answer; 101 for a socket that has closed. */
  status: number
  /** Whether the answer was complete. It is not if the client left or the answer was cut off. */
  whole: boolean
  /** Time from the start of the request to the end of the answer. */
  time: number
  /** The stages in the order in which they ran. */
  steps: { stage: string; time: number }[]
}

/** Figures of routes by the ids of the routes. Only routes that got requests have an entry. */
export type Figures = Record<string, RouteFigures>

/** Figures of requests that matched no route. */
export interface UnmatchedFigures {
  /**
   * Figures by the id of the context that answered. It is the root, or a context with its own not-found handler. Only
   * contexts that answered have an entry.
   */
  notFound: Record<string, RequestFigures>
  /**
   * Requests that node could not parse, and requests whose path could not be read. For HTTP/2 it counts sessions,
   * because node reports no single requests.
   */
  malformed: number
}

/**
 * Requests and connections that a server refused or cut off before a route got them, since the server was created. Each
 * of them is counted once.
 */
export interface RefusalFigures {
  /** Connections over `maxConnections`. */
  readonly connections: number
  /** Requests and TLS handshakes that did not arrive in time. */
  readonly timeouts: number
  /**
   * Requests that node's parser refused. For HTTP/2 it counts sessions that broke the protocol, because node reports no
   * single requests.
   */
  readonly malformed: number
  /** Heads larger than `http: { maxHeaderSize }`. The answer is 431. */
  readonly largeHeads: number
  /** Heads with more headers than `http: { maxHeadersCount }`. The answer is 400. */
  readonly manyHeaders: number
  /** Heads with an ambiguous host, target or form. The answer has the code `ALC_ERR_REQUEST_HEAD`. */
  readonly heads: number
  /** Paths that could not be read, and parameters longer than `maxParamLength`. */
  readonly paths: number
  /**
   * Times that the server stopped reading a connection because 32 of its requests were waiting. It answers them later.
   */
  readonly pipelines: number
  /** HTTP/2 streams refused with `REFUSED_STREAM`, because the client of the session had cancelled too many. */
  readonly streams: number
  /** Requests that arrived while the server was closing. The answer is 503. */
  readonly closing: number
}
