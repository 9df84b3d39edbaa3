import { readFileSync } from 'node:fs'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js'
import type { ConfigMap, Container, Service } from 'kubernetes-types/core/v1.js'
import type { Ingress } from 'kubernetes-types/networking/v1.js'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js'
import { parse, parseAllDocuments } from 'yaml'
import { inRepository } from '../../support/repository.js'

/** The manifests by their kinds, typed by hand; a test asks the compiler whether the objects have these types. */
export interface Manifests {
  readonly ConfigMap: ConfigMap
  readonly Deployment: Deployment
  readonly Service: Service
  readonly Ingress: Ingress
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler
  readonly PodDisruptionBudget: PodDisruptionBudget
}

/** The fields of each document of the file. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: keyof Manifests
}

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly [key: string]: unknown
}

export function readConduit(...path: readonly string[]): string {
  return readFileSync(inRepository('samples', 'conduit', ...path), 'utf8')
}

export const manifests: readonly Manifest[] = parseAllDocuments(readConduit('deploy', 'kubernetes.yaml')).map(
  (document) => document.toJS(),
)

export const kubernetes = Object.fromEntries(
  manifests.map((manifest) => [manifest.kind, manifest]),
) as unknown as Manifests // held by the compiler: see deploy.test.ts

export const container = kubernetes.Deployment.spec?.template.spec?.containers[0] as Container // it is the only one

export const compose: { readonly services: Readonly<Record<'conduit' | 'database', ComposeService>> } = parse(
  readConduit('deploy', 'compose.yaml'),
)

/** The instructions of the last stage, which is what runs. */
export const image =
  readConduit('deploy', 'Dockerfile')
    .split(/^FROM /m)
    .at(-1) ?? ''

/** The variables that the image sets. */
export const imageEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(image)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
)
