/** The open streams of events of one controller, and the messages of its open sockets. */
export type OpenStreams = Set<OpenStream>

interface OpenStream {
  /** Called when the server begins to close. */
  endEarly(): void
}

export function endStreams(open: OpenStreams): void {
  for (const stream of open) stream.endEarly()
}
