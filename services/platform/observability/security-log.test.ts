import { beforeEach, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createSecurityLog, LINES_PER_MINUTE_MAX } from './security-log.ts'

let at: Date
let lines: Record<string, unknown>[]
beforeEach(() => {
  at = new Date('2026-11-21T12:00:00.000Z')
  lines = []
})
const open = (level: string) =>
  createSecurityLog(
    createLog(level, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
    () => at,
  )
const ACCOUNT = '0190b5a0-7c1e-7d3a-8f00-000000000001'

test('an event is one line of JSON, with ids and codes', () => {
  open('warn')({
    event: 'login-failed',
    account: ACCOUNT,
    network: '2001:db8:1::/48',
    reason: 'wrong-credentials',
  })
  const { time: _time, ...line } = lines[0]!
  expect([lines.length, line]).toEqual([
    1,
    {
      level: 40,
      msg: 'security',
      security: 'login-failed',
      account: ACCOUNT,
      network: '2001:db8:1::/48',
      reason: 'wrong-credentials',
    },
  ])
})

test.each(['ana@correo.example', 'Ana Riquelme', 'Contraseña1!', 'x'.repeat(81), '{"a":1}'])(
  'a value that is not an id is not written: %s',
  (word) => {
    open('warn')({ event: 'login-failed', account: word, reason: word, network: word, limit: word })
    expect(JSON.stringify(lines)).not.toContain(word)
    expect(lines[0]).toMatchObject({ account: '[oculto]', reason: '[oculto]' })
  },
)

test('the security log limits the lines of one kind in a minute, and the next line has the number of dropped ones', () => {
  const log = open('warn')
  for (let n = 0; n < LINES_PER_MINUTE_MAX + 7; n += 1) log({ event: 'throttled', limit: 'login' })
  expect(lines).toHaveLength(LINES_PER_MINUTE_MAX)
  log({ event: 'admin-granted', account: ACCOUNT })
  expect(lines.at(-1)).toMatchObject({ security: 'admin-granted' })
  at = new Date(at.getTime() + 60_000)
  log({ event: 'throttled', limit: 'login' })
  log({ event: 'throttled', limit: 'login' })
  expect(lines.slice(-2)).toMatchObject([{ security: 'throttled', dropped: 7 }, { security: 'throttled' }])
  expect(lines.at(-1)).not.toHaveProperty('dropped')
})
