import { pino, type DestinationStream, type Logger } from 'pino'
import { errorCause } from './error-cause.ts'

export type Log = Logger

/**
 * The program's own record of what it does: no personal data, no secrets. Requests are not logged by address or
 * body; errors carry their cause, and no values.
 */
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
