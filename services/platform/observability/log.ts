import { pino, type DestinationStream, type Logger } from 'pino'
import { codeOf } from '@app/contracts/start-error.ts'

export type Log = Logger

/** Must contain neither personal data nor secrets: no addresses or bodies of requests, no values in errors. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      serializers: { err: (error: unknown) => errorCause(error) },
      redact: {
        paths: [
          '*.email',
          '*.password',
          '*.phone',
          '*.full_name',
          '*.token',
          '*.access_token',
          '*.authorization',
        ],
        censor: '[oculto]',
      },
    },
    destination,
  )

export interface ErrorCause {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ErrorCause
}

const CAUSES_MAX = 5
const ISSUES_MAX = 5
/** Messages of other servers can have any length. */
const MESSAGE_CHARS_MAX = 1_000

/** Takes only named properties, because the Postgres driver adds the faulty row, and other libraries their input. */
export function errorCause(error: unknown, depth = 1): ErrorCause {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value was thrown instead of an error' }
  const code = codeOf(error)
  const stack = framesOf(error)
  return {
    type: error.name,
    message: causeText(error),
    ...(code === undefined ? {} : { code }),
    ...(stack === '' ? {} : { stack }),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: errorCause(error.cause, depth + 1) }),
  }
}

export function causeText(error: unknown): string {
  if (!(error instanceof Error)) return 'a value was thrown instead of an error'
  if (isOfDatabase(error)) return databaseText(error)
  if (isOfSchema(error)) return schemaText(error)
  // Messages of both quote their input.
  if (error instanceof SyntaxError || error instanceof RangeError) return error.name
  return error.message.slice(0, MESSAGE_CHARS_MAX)
}

interface DatabaseError extends Error {
  readonly code: string
  readonly schema?: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
}

const SQL_STATE = /^[0-9A-Z]{5}$/
/** SQLSTATE classes whose messages may quote data. */
const QUOTING_STATE = /^(?:22|23|44|P0)/

const isOfDatabase = (error: Error): error is DatabaseError =>
  'severity' in error && SQL_STATE.test(codeOf(error) ?? '')

function databaseText({ code, message, schema, table, column, constraint }: DatabaseError): string {
  const place = [schema, table, column, constraint].filter((name) => name !== undefined).join('.')
  const sentence = QUOTING_STATE.test(code) ? 'database refused data' : message
  return `${sentence} (${[code, place].filter((part) => part !== '').join(', ')})`
}

interface Issue {
  readonly code?: string
  readonly path?: readonly PropertyKey[]
  readonly keys?: readonly string[]
}

const isOfSchema = (error: Error): error is Error & { readonly issues: readonly Issue[] } =>
  'issues' in error && Array.isArray(error.issues)

/** Other names may be a visitor's input. */
const FIELD = /^\w{1,60}$/

function schemaText({ issues }: { readonly issues: readonly Issue[] }): string {
  const texts = issues.slice(0, ISSUES_MAX).map(({ code = 'invalid', path = [], keys = [] }) => {
    const names = [...path.map(String), ...keys].filter((name) => FIELD.test(name))
    return [code, ...names].join(' ')
  })
  return `does not fit its schema: ${texts.join(', ')}`
}

const FRAME = /^ {4}at \S.*$/

const framesOf = ({ stack = '', message }: Error): string =>
  (stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n')
