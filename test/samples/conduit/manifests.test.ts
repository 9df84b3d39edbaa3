import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../../support/repository.js'
import { runCommand } from '../../support/run-command.js'
import { type Manifest, manifests } from './deployment.js'

const folder = inRepository('build', 'snippets', 'manifests')
const settings = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: { rootDir: '.', noEmit: true, strict: true },
  include: ['.'],
}

/**
 * `autoscaling/v2` is a folder of the package with the types. `v1` is in `core`, and groups are listed by their first
 * word.
 */
function moduleOf({ apiVersion }: Manifest): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `kubernetes-types/${group?.split('.')[0]}/${version}.js`
}

/** The messages of the compiler about the objects, each written out with the type of its kind and version. */
async function complaints(objects: readonly Manifest[]): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const lines = objects.map((object, index) => {
    const type = `import('${moduleOf(object)}').${object.kind}`
    return `export const object${index}: ${type} = ${JSON.stringify(object)}\n`
  })
  await writeFile(join(folder, 'objects.ts'), lines.join(''))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')
  return (await runCommand(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder })).stdout
}

describe('conduit, its Kubernetes manifests', function () {
  this.timeout(120_000)

  it('match the types of the Kubernetes API, with no unknown field', async () => {
    expect(manifests.map(({ kind }) => kind)).to.deep.equal([
      'ConfigMap',
      'Deployment',
      'Service',
      'Ingress',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
    ])
    expect(await complaints(manifests)).to.equal('')
  })

  it('would be found out otherwise: a field with another name, and a value of another type', async () => {
    const [map, deployment] = manifests
    const misspelt = JSON.parse(JSON.stringify(deployment).replace('"failureThreshold"', '"failureTreshold"'))
    const mistyped = JSON.parse(JSON.stringify(map).replace('"8"', '8'))
    expect(await complaints([misspelt])).to.contain('failureTreshold')
    expect(await complaints([mistyped])).to.contain("Type 'number' is not assignable to type 'string'")
  })
})
