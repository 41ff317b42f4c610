import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { startTestSmtp, type TestSmtp, type TestSmtpOptions } from '../../platform/mail/testing/test-smtp.ts'
import { openReminderSide, type ReminderSide, type Shown } from './reminder-side.ts'

export const FIRST_DUE = '2026-11-09T10:15:20.500-03:00'
export const SECOND_DUE = '2026-11-16T10:15:20.500-03:00'

/** A side for all tests of a file; each has a profile of its own, and subscribes a week before FIRST_DUE. */
export function useReminderSide(): { readonly side: ReminderSide; readonly juan: Shown } {
  const used = {} as { side: ReminderSide; juan: Shown }
  beforeAll(async () => {
    used.side = await openReminderSide()
  })
  afterAll(() => used.side.close())
  beforeEach(async () => {
    used.side.clock.set('2026-11-02T10:15:20.500-03:00')
    used.juan = await used.side.newProfile()
  })
  afterEach(async () => {
    expect(used.side.troubles.splice(0)).toEqual([])
    await used.side.endAll()
  })
  return used
}

export async function smtp(options?: TestSmtpOptions): Promise<TestSmtp> {
  const server = await startTestSmtp(options)
  onTestFinished(() => server.stop())
  return server
}

export const subjects = ({ delivered }: TestSmtp): readonly string[] =>
  delivered.map(({ eml }) => (/^Subject: .*conociste/m.test(eml) ? 'first' : 'second'))
export const idsOf = ({ delivered }: TestSmtp): readonly string[] =>
  delivered.map(({ eml }) => /^Message-ID: (\S+)/m.exec(eml)![1]!)
