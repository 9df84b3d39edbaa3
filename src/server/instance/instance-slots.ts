// What the server keeps on instances. Children are `Object.create(parent)`: `builder` is each instance's own,
// `core` stands on the root and is inherited. Import as `slots`.

export const builder = Symbol('alcove.builder')
export const core = Symbol('alcove.core')
