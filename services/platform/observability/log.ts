import { pino, type DestinationStream, type Logger } from 'pino'
import { errorCause } from './error-cause.ts'

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
