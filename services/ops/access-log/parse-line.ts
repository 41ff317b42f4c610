import { createClientOfLine } from './client-of-line.ts'

export interface LogEntry {
  /** Used only in the visitor's hash. */
  readonly address: string
  readonly at: number
  /** Empty when the request is not HTTP. */
  readonly method: string
  /** Without the query string. */
  readonly path: string
  readonly status: number
  readonly referrer: string
  readonly userAgent: string
}

const QUOTED = String.raw`"([^"\\]*(?:\\.[^"\\]*)*)"`
/** Allows more fields after the user agent, and a list of addresses before the rest. */
const COMBINED = new RegExp(
  String.raw`^([^\s,]+(?:, ?[^\s,]+)*) \S+ \S+ \[(\d\d)/([A-Z][a-z]{2})/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\] ` +
    String.raw`${QUOTED} (\d{3}) (?:\d+|-) ${QUOTED} ${QUOTED}( .*)?$`,
)
const REQUEST = /^([A-Za-z]+) (\S.*?)(?: HTTP\/\d(?:\.\d)?)?$/
/** Behind some proxies a request names the whole address. */
const ORIGIN = /^https?:\/\/[^/?]*/i
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const YEAR_MIN = 1970
const MINUTE_MS = 60_000

const OF_FIRST_FIELD = createClientOfLine({ address: 'first', proxies: [] })

export function parseLine(bytes: Buffer, clientOf = OF_FIRST_FIELD): LogEntry | undefined {
  // Latin-1, so that invalid UTF-8 cannot hide a quote or a blank.
  const found = COMBINED.exec(bytes.toString('latin1'))
  if (found === null) return undefined
  const [, first = '', day, month = '', year, hour, minute, second, sign, ...rest] = found
  const [offsetHours, offsetMinutes, request = '', status, referrer = '', userAgent = '', after = ''] = rest
  const at = instantOf([year, MONTHS.indexOf(month), day, hour, minute, second].map(Number))
  const address = clientOf(first, after)
  if (at === undefined || address === undefined) return undefined
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * MINUTE_MS
  return {
    address,
    at: at - (sign === '-' ? -offset : offset),
    ...requestOf(textOf(request)),
    status: Number(status),
    referrer: presentOf(textOf(referrer)),
    userAgent: presentOf(textOf(userAgent)),
  }
}

const presentOf = (field: string): string => (field === '-' ? '' : field)

function instantOf(parts: readonly number[]): number | undefined {
  const [year = 0, month = -1, day = 0, hour = 0, minute = 0, second = 0] = parts
  const midnight = new Date(Date.UTC(year, month, day))
  const isDay = midnight.getUTCMonth() === month && midnight.getUTCDate() === day
  // Second 60 is a leap second.
  if (year < YEAR_MIN || !isDay || hour > 23 || minute > 59 || second > 60) return undefined
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000
}

function requestOf(request: string): Pick<LogEntry, 'method' | 'path'> {
  const found = REQUEST.exec(request)
  if (found === null) return { method: '', path: '' }
  const [, method = '', target = ''] = found
  const [path = ''] = target.replace(ORIGIN, '').split('?', 1)
  return { method, path: path === '' ? '/' : path }
}

const ESCAPED = /\\(?:x([0-9A-Fa-f]{2})|(["\\]))/g
const ASCII = /^[\u0000-\u007f]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undoes escapes. Latin-1 where the bytes are not UTF-8. */
function textOf(field: string): string {
  const sent = field.includes('\\')
    ? field.replace(ESCAPED, (_all, hex?: string, plain?: string) =>
        hex === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : field
  if (ASCII.test(sent)) return sent
  try {
    return utf8.decode(Buffer.from(sent, 'latin1'))
  } catch {
    return sent
  }
}
