import type { RouteDraft } from '../context/route-draft.js'
import type { RegisteredRouteOptions } from '../contracts/hooks.js'

const methods = ['HEAD']

/**
 * The HEAD beside a GET of which no `onRoute` hook has heard: nothing but the method differs, and most servers are never
 * asked for it. Its options are made for whoever asks.
 */
export class HeadBesideGet implements RouteDraft {
  readonly implicit = true
  private own: RegisteredRouteOptions | null = null

  constructor(readonly follows: RouteDraft) {}

  get options(): RegisteredRouteOptions {
    this.own ??= { ...this.follows.options, method: 'HEAD' }
    return this.own
  }

  get methods(): readonly string[] {
    return methods
  }

  get canonicalUrl(): string {
    return this.follows.canonicalUrl
  }

  get by(): RouteDraft['by'] {
    return this.follows.by
  }

  get place(): RouteDraft['place'] {
    return this.follows.place
  }

  get added(): RouteDraft['added'] {
    return this.follows.added
  }
}
