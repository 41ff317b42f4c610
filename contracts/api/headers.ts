import { LIMITS } from '../limits/limits.ts'

interface Header {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
}

export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description: 'The same key and body get the same answer, and have one effect.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyCharsMax,
      // HTTP removes spaces around a header's value, so a key has none there.
      pattern: '^[^\\p{Cc} ](?:[^\\p{Cc}]*[^\\p{Cc} ])?$',
    },
  },
  'If-Match': {
    description: 'The ETag of the state that was read: the call is refused when somebody changed it since.',
    schema: { type: 'string', pattern: '^(?:\\*|(?:W/)?"\\d{1,18}")$' },
  },
  'If-None-Match': {
    description: 'ETags that the caller has: 304 where it is one of them.',
    schema: { type: 'string' },
  },
  'Visitor-Id': {
    description: 'The id that this browser has for the profile: the only proof of what is theirs.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Visitor-Objects': {
    description: 'This browser’s visits of the profile must not be counted: nothing is recorded of it.',
    schema: { type: 'string', const: '1' },
  },
  'Mailbox-Key': {
    description: 'What this browser opened a mailed link with: the only proof of the mailbox.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  },
  'Wait-For-Position': {
    description:
      'Answers once the read models that it reads have passed this Log-Position, or after 2 s with `Stale: true`.',
    schema: { type: 'string', pattern: '^\\d{1,20}$' },
  },
  'Last-Event-ID': {
    description: 'Id of the last message that was read: the stream goes on after it.',
    schema: { type: 'string', pattern: '^\\d{1,20}$' },
  },
} as const satisfies Readonly<Record<string, Header>>
export type RequestHeader = keyof typeof REQUEST_HEADERS

export const ANSWER_HEADERS = {
  'Log-Position': {
    description: 'Where in the log lies what the call wrote: for Wait-For-Position of later reads.',
    schema: { type: 'string', pattern: '^\\d{1,20}$' },
  },
  Stale: {
    description: 'What was waited for is not in the answer yet.',
    schema: { type: 'string', const: 'true' },
  },
  'Total-Count': {
    description: 'How many there are on all pages. With a search, 1001 means more than 1000.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
  Link: { description: 'The next page of a list, as `rel="next"`.', schema: { type: 'string' } },
  ETag: {
    description: 'Revision of what is answered: of a profile for If-Match, of a file for If-None-Match.',
    schema: { type: 'string' },
  },
  'Tap-Status': {
    description: 'Whether the fact that the call records is durable already.',
    schema: { type: 'string', enum: ['recorded', 'pending', 'dropped'] },
  },
  'Content-Disposition': { description: 'Name of the file.', schema: { type: 'string' } },
  'Set-Cookie': {
    description: 'Binds the attempt to sign in to this browser, or ends that.',
    schema: { type: 'string' },
  },
  Location: { description: 'Where the browser goes on.', schema: { type: 'string' } },
  RateLimit: {
    description: 'What is left of the quota that ends first (draft 8 of the IETF).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'That quota.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds until it is worth trying again.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, Header>>
export type AnswerHeader = keyof typeof ANSWER_HEADERS
