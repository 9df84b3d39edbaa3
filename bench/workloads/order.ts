/** The body of W3 and W4: about one kilobyte, an object in an object and ten items. */
const item = {
  type: 'object',
  required: ['sku', 'price'],
  additionalProperties: false,
  properties: {
    sku: { type: 'string', maxLength: 20 },
    price: { type: 'number', minimum: 0 },
    count: { type: 'integer', minimum: 1, default: 1 },
    note: { type: 'string', maxLength: 100 },
  },
} as const

const customer = {
  type: 'object',
  required: ['name', 'address'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', maxLength: 40 },
    newsletter: { type: 'boolean', default: false },
    address: {
      type: 'object',
      required: ['street', 'city'],
      additionalProperties: false,
      properties: {
        street: { type: 'string' },
        city: { type: 'string' },
        country: { type: 'string', default: 'GB' },
      },
    },
  },
} as const

const order = {
  type: 'object',
  required: ['customer', 'items'],
  additionalProperties: false,
  properties: { customer, items: { type: 'array', maxItems: 100, items: item } },
} as const

export const schema = {
  body: order,
  response: {
    201: { type: 'object', properties: { id: { type: 'integer' }, customer, items: { type: 'array', items: item } } },
  },
} as const

export interface Order {
  customer: { name: string; newsletter: boolean; address: { street: string; city: string; country: string } }
  items: { sku: string; price: number; count: number; note: string }[]
}

/** As clients send it: defaults left out, and two properties that nobody declared. */
export const validBody = {
  customer: {
    name: 'Ada Lovelace',
    origin: 'undeclared',
    address: { street: 'St James Square 12', city: 'London', floor: 2 },
  },
  items: Array.from({ length: 10 }, (_, index) => ({
    sku: `article-${index}`,
    price: index + 0.5,
    ...(index % 2 === 0 ? { count: index + 1 } : {}),
    note: 'to be wrapped as a present, with a ribbon',
  })),
}

/** The last item's price is missing, so that everything before it is validated. */
export const invalidBody = {
  ...validBody,
  items: validBody.items.map((each, index) => (index === 9 ? { sku: each.sku } : each)),
}

const { name: _, ...nameless } = validBody.customer

/** The customer's name is missing: a validator that stops at the first failure has hardly begun. */
export const bodyInvalidAtOnce = { ...validBody, customer: nameless }

/** The valid body after validation: with defaults, without the two undeclared properties. */
export const acceptedBody: Order = {
  customer: {
    name: 'Ada Lovelace',
    newsletter: false,
    address: { street: 'St James Square 12', city: 'London', country: 'GB' },
  },
  items: validBody.items.map((each) => ({ count: 1, ...each })),
}
