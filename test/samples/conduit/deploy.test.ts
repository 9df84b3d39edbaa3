import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect } from 'chai'
import { readSettings, settingNames } from '../../../samples/conduit/settings.js'
import { inRepository } from '../../support/repository.js'
import { compose, container, image, imageEnvironment, kubernetes, manifests, readConduit } from './deployment.js'

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
/** Read by all samples, not by this one alone. */
const ofAll = ['HOST', 'PORT']

describe('conduit, its container', () => {
  it('installs the packages that the application imports, and no others', () => {
    const files = readdirSync(inRepository('samples', 'conduit'), { recursive: true, encoding: 'utf8' })
    const sources = files.filter((file) => file.endsWith('.ts')).map((file) => readConduit(file))
    const specifiers = sources.flatMap((source) => found(source, /^import (?!type\b)[^']*'([^.'][^']*)'/gm))
    const packages = specifiers.flatMap((source) =>
      isBuiltin(source) ? [] : [/^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0]],
    )
    const { dependencies } = JSON.parse(readConduit('deploy', 'package.json'))
    expect(Object.keys(dependencies).sort()).to.deep.equal([...new Set(packages)].sort())
  })

  it('finds the version of each of them in the lock file', () => {
    const { dependencies } = JSON.parse(readConduit('deploy', 'package.json'))
    const lock = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      if (name !== 'alcove') expect(lock.packages, name).to.have.property(`node_modules/${name}`)
    }
  })

  it('runs the existing program, on its declared port, as a user without privileges', () => {
    expect(image)
      .to.contain('CMD ["node", "samples/conduit/main.js"]')
      .and.to.match(/^USER node$/m)
    expect(image).to.contain(`EXPOSE ${imageEnvironment.PORT}\n`)
    expect(image.indexOf('USER node')).to.be.lessThan(image.indexOf('CMD'))
  })
})

describe('conduit, its deployment', () => {
  it('sets what is a setting', () => {
    const known = [...settingNames, ...ofAll]
    const secret = found(readConduit('deploy', 'kubernetes.yaml'), /--from-literal=([A-Z_]+)=/g)
    const named = [
      ...Object.keys(kubernetes.ConfigMap.data ?? {}),
      ...Object.keys(compose.services.conduit.environment),
      ...Object.keys(imageEnvironment),
      ...secret,
    ]
    expect(named).to.have.length.greaterThan(8)
    expect(known).to.include.members(named)
  })

  it('sets it to what the application takes', () => {
    const secrets = { DATABASE_URL: 'postgres://database/conduit', JWT_SECRET: 'x'.repeat(44) }
    readSettings({ ...imageEnvironment, ...kubernetes.ConfigMap.data, ...secrets })
    readSettings({ ...imageEnvironment, ...compose.services.conduit.environment, JWT_SECRET: secrets.JWT_SECRET })
  })

  it('explains each setting in the README, and no others', () => {
    const [, table = ''] = /## Settings\n(.*?)\n## /s.exec(readConduit('README.md')) ?? []
    expect(found(table, /^\| `([A-Z_]+)` \|/gm).sort()).to.deep.equal([...settingNames, ...ofAll].sort())
  })

  it('asks the health routes that the server has, on the port on which it listens', () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container
    const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)
    expect(paths).to.deep.equal(['/livez', '/livez', '/readyz'])
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) expect(probe?.httpGet?.port).to.equal('http')
    expect(ports).to.deep.equal([{ name: 'http', containerPort: Number(imageEnvironment.PORT) }])
    expect(kubernetes.Service.spec?.ports?.[0]?.targetPort).to.equal('http')
    expect(compose.services.conduit.ports).to.deep.equal([`127.0.0.1:3000:${imageEnvironment.PORT}`])
    expect(image).to.contain('/livez')
  })

  it('leaves it the time that it takes to end', () => {
    const seconds = (environment: Readonly<Record<string, string>>) => readSettings(environment).shutdownTimeout / 1000
    const { SHUTDOWN_DELAY = '' } = kubernetes.ConfigMap.data ?? {}
    const grace = kubernetes.Deployment.spec?.template.spec?.terminationGracePeriodSeconds
    expect(grace).to.be.greaterThan(seconds({ SHUTDOWN_DELAY }))
    expect(Number.parseInt(String(compose.services.conduit.stop_grace_period), 10)).to.be.greaterThan(seconds({}))
  })

  it('opens no more connections than a server of PostgreSQL takes, also in the midst of an update', () => {
    const { maxReplicas, minReplicas } = kubernetes.HorizontalPodAutoscaler.spec ?? { maxReplicas: 0 }
    const surge = Number(kubernetes.Deployment.spec?.strategy?.rollingUpdate?.maxSurge)
    const pool = Number(kubernetes.ConfigMap.data?.DATABASE_POOL)
    expect((maxReplicas + surge) * pool).to.be.lessThan(97) // max_connections is 100, 3 of them for its superuser
    expect(minReplicas).to.be.greaterThan(1)
  })

  it('puts the same labels on what belongs together, and names what there is', () => {
    const { spec } = kubernetes.Deployment
    const labels = { app: 'conduit' }
    expect(spec?.template.metadata?.labels).to.deep.equal(labels)
    expect(spec?.selector.matchLabels).to.deep.equal(labels)
    expect(kubernetes.Service.spec?.selector).to.deep.equal(labels)
    expect(kubernetes.PodDisruptionBudget.spec?.selector?.matchLabels).to.deep.equal(labels)
    expect(
      new Set(manifests.map((manifest) => (manifest as { metadata?: { name: string } }).metadata?.name)),
    ).to.deep.equal(new Set(['conduit']))
    expect(kubernetes.HorizontalPodAutoscaler.spec?.scaleTargetRef).to.include({ kind: 'Deployment', name: 'conduit' })
  })

  it('gives it no right that it does not need', () => {
    const { securityContext } = container
    expect(securityContext).to.deep.equal({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(kubernetes.Deployment.spec?.template.spec?.securityContext).to.include({
      runAsNonRoot: true,
      runAsUser: 1000,
    })
    expect(compose.services.conduit)
      .to.include({ read_only: true })
      .and.to.deep.include({ cap_drop: ['ALL'] })
  })
})
