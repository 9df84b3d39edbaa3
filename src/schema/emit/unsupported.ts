/** A schema says something that there are no rules for: the library's validator takes it. */
export class Unruled extends Error {}
