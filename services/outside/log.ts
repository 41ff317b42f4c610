import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * The program's own record of what it does: no personal data, no secrets. Requests are not logged by address or
 * body; errors carry their cause.
 */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
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
  })
