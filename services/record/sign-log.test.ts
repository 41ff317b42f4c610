import { expect, test } from 'vitest'
import type { Position } from '@app/contracts/event-store.ts'
import { createNotices } from './sign-log.ts'

const [SEVENTH, NINTH] = [7n, 9n] as unknown as [Position, Position]

test('a signing that fails is written once, until a block is signed again, however often the log is read meanwhile', () => {
  const lines: string[] = []
  const write = (level: string) => (facts: unknown, text?: string) =>
    void lines.push(`${level} ${text ?? String(facts)}`)
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  const notices = createNotices(
    log,
    () => undefined,
    () => 0,
  )
  const fail = (): void => notices.onTrouble(new Error('the disk is full'))
  notices.onExtended(SEVENTH)
  for (let tries = 0; tries < 3; tries += 1) {
    fail()
    notices.onExtended(SEVENTH)
  }
  notices.onExtended(NINTH)
  fail()
  const failed = 'warn the log could not be signed; it is tried again'
  expect(lines).toEqual([failed, 'info the log is signed again', failed])
})
