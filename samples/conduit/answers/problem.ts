/** The specification's answer to a failed request: the messages about each field, under its name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** Resources that a request may not find, or may not change. */
export type Resource = 'article' | 'comment' | 'profile'

/** A request that is refused, with the status and the body of its answer. */
export class Problem extends Error {
  override readonly name = 'Problem'

  constructor(
    readonly statusCode: number,
    readonly errors: FieldErrors,
  ) {
    super(
      Object.entries(errors)
        .flatMap(([field, sentences]) => sentences.map((said) => `${field} ${said}`))
        .join(', '),
    )
  }

  static notFound(resource: Resource): Problem {
    return new Problem(404, { [resource]: ['not found'] })
  }

  static forbidden(resource: Resource): Problem {
    return new Problem(403, { [resource]: ['forbidden'] })
  }

  static unauthorized(said: 'is missing' | 'is invalid' | 'has expired'): Problem {
    return new Problem(401, { token: [said] })
  }

  static wrongCredentials(): Problem {
    return new Problem(401, { credentials: ['invalid'] })
  }

  static busy(): Problem {
    return new Problem(503, { server: ['is busy: try again'] })
  }

  static taken(field: string): Problem {
    return new Problem(409, { [field]: ['has already been taken'] })
  }
}
