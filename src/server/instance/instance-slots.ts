// What the server keeps on instances. Children are `Object.create(parent)`: `draft` is each instance's own,
// `core` stands on the root and is inherited. Import as `slots`.

export const draft = Symbol('alcove.draft')
export const core = Symbol('alcove.core')
