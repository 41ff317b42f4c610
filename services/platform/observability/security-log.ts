import type { SecurityEvent, SecurityEventName, SecurityLog } from '@app/contracts/security-events.ts'
import type { Log } from './log.ts'

/** A limit for each kind of event, so that a flood neither fills the log nor hides other kinds. */
export const LINES_PER_MINUTE_MAX = 120
const MINUTE_MS = 60_000

/** Written from LOG_LEVEL=info on. Other kinds are written unless the log is silent. */
const ROUTINE: ReadonlySet<SecurityEventName> = new Set([
  'signed-in',
  'registered',
  'activated',
  'sessions-closed',
])

const PLAIN = /^[\w.:/-]{1,80}$/
const plain = (value: string | number | undefined): string | number | undefined =>
  typeof value === 'string' && !PLAIN.test(value) ? '[oculto]' : value

interface Minute {
  readonly start: number
  readonly written: number
  readonly dropped: number
}

export function createSecurityLog(log: Log, now: () => Date): SecurityLog {
  const lines = log.level === 'error' || log.level === 'fatal' ? log.child({}, { level: 'warn' }) : log
  const minutes = new Map<SecurityEventName, Minute>()

  /** Lines of the kind dropped before this one; undefined when this one is dropped. */
  function admitted(event: SecurityEventName): number | undefined {
    const start = Math.floor(now().getTime() / MINUTE_MS)
    const last = minutes.get(event)
    const minute = last?.start === start ? last : { start, written: 0, dropped: last?.dropped ?? 0 }
    const isFull = minute.written >= LINES_PER_MINUTE_MAX
    minutes.set(event, {
      start,
      written: isFull ? minute.written : minute.written + 1,
      dropped: isFull ? minute.dropped + 1 : 0,
    })
    return isFull ? undefined : minute.dropped
  }

  return ({ event, ...facts }: SecurityEvent) => {
    const dropped = admitted(event)
    if (dropped === undefined) return
    const line = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plain(value)]))
    const level = ROUTINE.has(event) ? 'info' : 'warn'
    lines[level]({ security: event, ...line, ...(dropped === 0 ? {} : { dropped }) }, 'security')
  }
}
