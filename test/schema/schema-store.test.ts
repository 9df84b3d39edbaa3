import { expect } from 'chai'
import { SchemaStore } from '#dist/context/schema-store.js'
import type { SharedSchema, VisibleSchemas } from '#dist/contracts/schema.js'
import { thrownBy } from './compile.js'

function tree() {
  const root = new SchemaStore('AppModule', null, null)
  return { root, one: new SchemaStore('One', root, null), two: new SchemaStore('Two', root, null) }
}

describe('the store of shared schemas', () => {
  it('gives a context its own schemas and those of its ancestors', () => {
    const { root, one } = tree()
    one.add({ $id: 'b' })
    root.add({ $id: 'a' })
    expect(Object.keys(one.getSchemas())).to.deep.equal(['a', 'b'])
  })

  it('hides what siblings and descendants hold', () => {
    const { root, one, two } = tree()
    one.add({ $id: 'a' })
    expect([root.getSchemas(), two.getSchemas(), two.getSchema('a')]).to.deep.equal([{}, {}, undefined])
  })

  it('finds one schema by its $id, here or above', () => {
    const { root, one } = tree()
    root.add({ $id: 'a', type: 'string' })
    expect(one.getSchema('a')).to.deep.equal({ $id: 'a', type: 'string' })
  })

  it('lets two siblings hold different schemas under one $id', () => {
    const { one, two } = tree()
    one.add({ $id: 'a', type: 'string' })
    two.add({ $id: 'a', type: 'number' })
    expect([one.getSchema('a')?.type, two.getSchema('a')?.type]).to.deep.equal(['string', 'number'])
  })

  it('keeps a copy: changing the schema later changes nothing', () => {
    const { root } = tree()
    const schema = { $id: 'a', properties: { name: { type: 'string' } } }
    root.add(schema)
    schema.properties.name.type = 'number'
    expect(root.getSchema('a')).to.deep.equal({ $id: 'a', properties: { name: { type: 'string' } } })
  })

  it('keeps symbols, by which other libraries mark their schemas', () => {
    const { root } = tree()
    const kind = Symbol('kind')
    root.add({ $id: 'a', [kind]: 'Object' })
    expect(Reflect.get(root.getSchema('a') ?? {}, kind)).to.equal('Object')
  })

  it('gives out a record that is the caller’s own', () => {
    const { root } = tree()
    root.add({ $id: 'a' })
    delete root.getSchemas().a
    expect(root.getSchema('a')).to.deep.equal({ $id: 'a' })
  })

  for (const schema of [{}, { $id: '' }, { $id: 5 }, null, 'a', undefined]) {
    it(`refuses ${JSON.stringify(schema)}, which has no $id`, () => {
      expect(thrownBy(() => tree().root.add(schema)).code).to.equal('FST_ERR_SCH_MISSING_ID')
    })
  }

  it('refuses an $id twice in one context', () => {
    const { root } = tree()
    root.add({ $id: 'a' })
    const error = thrownBy(() => root.add({ $id: 'a' }))
    expect(error.code).to.equal('FST_ERR_SCH_ALREADY_PRESENT')
    expect(error.message).to.contain('"a"').and.contain('AppModule')
  })

  it('refuses an $id that an ancestor holds', () => {
    const { root, one } = tree()
    root.add({ $id: 'a' })
    const error = thrownBy(() => one.add({ $id: 'a' }))
    expect(error.code).to.equal('FST_ERR_SCH_ALREADY_PRESENT')
    expect(error.message).to.contain('One').and.contain('AppModule')
  })

  it('refuses an $id that an ancestor got later, when the tree is complete', () => {
    const { root, one } = tree()
    one.add({ $id: 'a' })
    root.add({ $id: 'a' })
    expect(thrownBy(() => one.checkNoShadow()).code).to.equal('FST_ERR_SCH_ALREADY_PRESENT')
  })

  it('accepts a tree in which every $id is declared once on each path', () => {
    const { root, one, two } = tree()
    root.add({ $id: 'a' })
    one.add({ $id: 'b' })
    two.add({ $id: 'b' })
    for (const store of [root, one, two]) store.checkNoShadow()
  })

  it('uses the bucket of the schema controller in place of its own', () => {
    const given: (VisibleSchemas | undefined)[] = []
    const root = new SchemaStore('AppModule', null, (parent) => {
      given.push(parent)
      const held: Record<string, SharedSchema> = {}
      return {
        add: (schema) => {
          held[`key-${schema.$id}`] = schema
        },
        getSchema: (id) => held[`key-${id}`],
        getSchemas: () => held,
      }
    })
    root.add({ $id: 'a' })
    expect([given, root.getSchema('a'), Object.keys(root.getSchemas())]).to.deep.equal([
      [undefined],
      { $id: 'a' },
      ['key-a'],
    ])
  })

  it('lists schemas that a bucket has in addition to the given ones', () => {
    const bucket = (parent: VisibleSchemas = {}) => {
      const held: Record<string, SharedSchema> = { ...parent }
      return {
        add: (schema: SharedSchema) => {
          held[schema.$id] = schema
        },
        getSchema: (id: string) => held[id],
        getSchemas: () => held,
      }
    }
    const root = new SchemaStore('AppModule', null, bucket)
    root.add({ $id: 'a' })
    const child = new SchemaStore('One', root, bucket)
    child.add({ $id: 'b' })
    expect([child.own(), Object.keys(child.getSchemas())]).to.deep.equal([[{ $id: 'b' }], ['a', 'b']])
  })
})
