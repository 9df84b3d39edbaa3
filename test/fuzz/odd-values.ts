/** Names that code written from schemas may get wrong. */
export const oddNames = [
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'type', '$ref', '$id', 'default'],
  ...['a/b', '~', 'm~n', '~1', 'a b', 'a.b', 'x-1', '%', '%25', '"', "'", '`', '\\', '\n', '\r\n', '\u2028', '\u2029'],
  ...['', '0', '1', '00', '-1', '1e3', 'é', '\ud83d\ude00', `\${x}`, '*/', '//', '</script>', 'data', 'errors'],
]

/** Names that are in many schemas, so that schemas and values share some. */
export const plainNames = ['a', 'b', 'c', 'p1', 'a0']

/** Names of headers and of parts of a path. */
export const tokenNames = ['a', 'b', 'c', 'x-1', 'p1', 'constructor', 'tostring']

/** None of the texts here is `__proto__`: the library's `uniqueItems` does not find it twice in a list. */
export const scalars: readonly unknown[] = [
  ...['a', 'b', '', ' ', '1', '0', 'true', 'false', 'null', 'é', '\u2028', '"', "it's", 'constructor'],
  ...[0, 1, -1, 2, 1.5, 10, 1e21, true, false, null],
]

export const structures: readonly unknown[] = [
  ...[{}, [], { a: 1 }, { a: { b: [null] } }, [1, 'a'], [[]], [{}], { a: 1, b: 'x' }, ['a', 'b'], { constructor: 1 }],
  JSON.parse('{"__proto__": {"a": 1}}'),
]

export const limits = [0, 1, 2, -1, 3, 2.5, 10, 100, 0.1, 0.3, -1e-7, 5e-324, 1e21, 9007199254740991, 4294967296]
export const factors = [1, 2, 3, 7, 0.5, 0.01, 0.1, 0.3, 2.5, 1e-7, 1e-9, 1e10, 1e22, 4294967296]

/** Numbers near to those limits, in which binary fractions show. */
export const numbers = [
  ...limits,
  ...[-0, 4, 5, 7, 9, 11, 99, 0.2, 0.25, 0.7, 1.1, 4.35, 19.99, 1.005, 0.29, 1e-7, 3e-7, 1e22, -2, -3, -100, 1e300],
  ...[9007199254740992, 1.7976931348623157e308, 2147483647, 2147483648, -2147483649, 3.4e39, 1e19],
]

/** Texts that look like something else, or like it only to some. */
export const texts = [
  ...['', ' ', '  ', 'a', 'b', 'ab', 'abc', 'abcd', 'A', 'é', 'e\u0301', '\ud83d\ude00', '\ud83d\ude00\ud83d\ude00'],
  ...['\udc00', 'a\ud83d', '\u2028', '\n', 'a\nb', '\u0000', '"', "'", '\\', '/', '</script>', '漢字'],
  ...['0', '1', '2', '-1', '1.5', '1.0', '01', '+1', '1e3', '1E3', '1e400', '-1e400', '.5', '5.', '0x10', '0b1', '1_0'],
  ...['Infinity', '-Infinity', 'NaN', '-0', ' 1', '1 ', '1\n', '12345678901234567890', '1,5', '１', '0.1', '0.01', '3'],
  ...['true', 'false', 'TRUE', 'True', 'null', 'undefined', 'NULL', 'on', 'yes', '[]', '{}', '[object Object]'],
  ...['constructor', 'toString', 'x', 'p{L}', 'aa', 'aaa'],
]

/** Patterns, with texts of which some match. */
export const patterns: Readonly<Record<string, readonly string[]>> = {
  '^[a-z]+$': ['abc', 'ABC', 'a'],
  '1': ['1', 'x1y'],
  '^.$': ['a', '\ud83d\ude00', '\n'],
  é: ['é', 'e\u0301'],
  '^\\p{L}+$': ['é', 'p{L}', 'p{L}}', 'abc'],
  '^\\u{1F600}$': ['\ud83d\ude00', 'u'.repeat(3)],
  '^[\ud83d\ude00]$': ['\ud83d\ude00', '\ud83d'],
  '[\\u2028\'"/]': ['\u2028', "'", '"', '/'],
  '\u2028': ['\u2028', 'x'],
  '/': ['/', 'a/b'],
  '\\/$': ['/', 'a/b/'],
  '^(?=.*a)b?': ['a', 'ba', 'b'],
  'a{2,}': ['aa', 'a', 'aaa'],
  '^$': ['', 'a'],
  '"': ['"', 'a'],
  '\\\\': ['\\', 'a'],
  '\n': ['\n', 'a'],
  '(?<y>a|b)\\k<y>': ['aa', 'ab', 'bb'],
  '^[^\\u0000-\\u001f]*$': ['a', '\n', ''],
  '^[\\w\\-]+$': ['a-b', 'a b'],
  '^\\S+@\\S+$': ['a@b', 'a'],
  '^[$][{]x[}]`$': [`\${x}\``, 'x`'],
  '^-?\\d+$': ['-1', '12', '1.5'],
  '': ['', 'a'],
  '^(a+)+$': ['aaa', 'aab'],
}

/** No version takes the first, and only version 6 the others. */
export const wrongPatterns = ['[', 'a\\-b', '\\p{L', '{']

/** Names of properties by pattern. */
export const namePatterns: Readonly<Record<string, readonly string[]>> = {
  '^p': ['p1', 'p2', 'p'],
  '1$': ['p1', '1', 'x-1'],
  '^[a-c]$': ['a', 'b', 'c'],
  '.': ['a', 'é', '/'],
  '^__': ['__proto__', '__x'],
  '': ['', 'a'],
  '^\ud83d\ude00$': ['\ud83d\ude00'],
  '\\/|~|"': ['a/b', '~', '"'],
  o: ['constructor', 'toString'],
}

/** Formats of both versions, with texts of which some are well formed. */
export const formats: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-02', '2026-02-29', '2024-02-29', '2026-13-01', '2026-1-2', '0000-01-01'],
  time: ['03:04:05Z', '03:04:05', '23:59:60Z', '24:00:00Z', '03:04:05+01:00', '03:04:05.678z', '03:04:05+25:00'],
  'date-time': ['2026-01-02T03:04:05Z', '2026-01-02t03:04:05.6+01:00', '2026-01-02 03:04:05Z', '2026-01-02T03:04:05'],
  uri: ['http://a.b/c?d#e', 'urn:x:y', '/a', 'http://[::1]/', 'a:b', 'http://é.x', 'http://a b'],
  'uri-reference': ['/a', 'a', '#x', '', '\\\\a', 'http://a.b', '?é'],
  'uri-template': ['http://a/{b}', '{', '/{+x}', '{a,b}', ''],
  url: ['http://a.bc', 'ftp://a.bc/d', 'http://localhost', 'https://10.0.0.1', 'HTTP://A.BC'],
  email: ['a@b.cd', 'a@b', 'a', '"a"@b.cd', "a'b@c.de", 'é@b.cd', 'a..b@c.de'],
  hostname: ['a.b', 'a', '-a', 'a_b', '', `${'a'.repeat(64)}.b`, '1.2'],
  ipv4: ['1.2.3.4', '256.1.1.1', '1.2.3', '01.2.3.4'],
  ipv6: ['::1', '::', '1::2::3', '::ffff:1.2.3.4', 'g::', 'fe80::1%lo'],
  regex: ['^a$', '[', '\\Z', '(?<a>)', '\\p{L}', ''],
  uuid: ['00000000-0000-4000-8000-000000000000', 'urn:uuid:00000000-0000-4000-8000-00000000000A', '0-0'],
  'json-pointer': ['/a/b', '', 'a', '/~0~1', '/~2'],
  'json-pointer-uri-fragment': ['#/a', '#', '', '#/%20', '#/é'],
  'relative-json-pointer': ['0', '1/a', '0#', '01', '-1', ''],
}

/** Formats that only version 8 knows. */
export const formatsOf8: Readonly<Record<string, readonly unknown[]>> = {
  'iso-time': ['03:04:05', '03:04:05Z', '25:00:00'],
  'iso-date-time': ['2026-01-02T03:04:05', '2026-01-02 03:04:05Z', '2026-01-02'],
  duration: ['P1D', 'PT1H', 'P', 'P1W', 'P1Y2M', '1D'],
  byte: ['YQ==', 'YQ=', 'a', '', '????'],
  int32: [1, 2147483647, 2147483648, 1.5, '1', '2147483648'],
  int64: [1, 1e19, 1.5, '1', -9007199254740992],
  float: [1, 1.5, '1', '1e400'],
  double: [1, 1.5, 'x'],
  password: ['a', ''],
  binary: ['a', '\u0000'],
}

/** The formats that an application adds, in options drawn by `engine-settings`. */
export const ownFormats: Readonly<Record<string, readonly unknown[]>> = {
  even: ['aa', 'a', ''],
  upper: ['A', 'a', 'A1'],
  port: [80, 65536, '80', 1.5, -1],
  listed: ['x', 'y'],
}

class Point {
  a = '1'
}

/**
 * Values of parsers and hooks of an application that JSON does not have. None has inherited values: the library sees
 * only those whose names are anywhere in a schema.
 */
export const strangers: readonly unknown[] = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, 10n, Symbol('a'), () => 1, undefined, new Date(0), new Map([['a', 1]])],
  ...[new Point(), Object.freeze({ a: '1' }), Object.freeze(['1'])],
  ...[{ a: undefined, b: Number.NaN }, [undefined, 1], Object.create(null), Buffer.from('a')],
]
