import { applying } from './keyword.js'

export const propertyNames = applying('propertyNames', 'object', 'schema', {
  emit: (schema, check) => {
    if (check.isEmpty(schema)) return ''
    const [name, valid, refused] = [check.newName('name'), check.newName('valid'), check.newName('refused')]
    return [
      `for (let ${name} in ${check.value}) {\n${valid}: {`,
      `${refused}: {\n${check.tryName(schema, name, `break ${refused}`)}\nbreak ${valid}\n}`,
      `setName(${name})`,
      check.fail('propertyNames', null, `{ propertyName: ${name} }`),
      '}\n}',
    ].join('\n')
  },
  error: (_, version, { propertyName }) => ({
    params: { propertyName },
    message: version === 6 ? `property name '${propertyName}' is invalid` : 'property name must be valid',
  }),
})
