import { expect, test } from 'vitest'
import type { TestSmtp } from '@app/mail/testing/test-smtp.ts'
import { FIRST_DUE, smtp, subscribeMany, useReminderSide } from './testing/reminder-suite.ts'
import { DUE_PAGE } from './due-page.ts'
import { MAILS_OF_PROFILE } from './profile-share.ts'

const used = useReminderSide()
const DUE_BEHIND = '2026-11-09T10:15:21.500-03:00'

const receivers = ({ delivered }: TestSmtp): readonly string[] => delivered.flatMap(({ to }) => to)

test('a reminder behind the many of one profile waits for that profile’s quota only [MAIL-14]', async () => {
  const server = await smtp()
  const most = MAILS_OF_PROFILE + 2 * DUE_PAGE
  await subscribeMany(used, most + 1)
  const other = await used.side.newProfile()
  used.side.clock.advance(1_000)
  await used.side.subscribe(other, 'eva@otra.example')
  const worker = used.side.worker({ smtpUrl: server.url })
  used.side.clock.set(DUE_BEHIND)
  await used.side.project()

  expect(await worker.sendDue()).toBe(false)
  expect(receivers(server)).toContain('eva@otra.example')
  expect(server.delivered.length).toBeLessThanOrEqual(most)
  expect(worker.status().oldestDueMs).toBe(Date.parse(FIRST_DUE))

  do await used.side.project()
  while (!(await worker.sendDue()))
  expect(new Set(receivers(server)).size).toBe(most + 2)
  expect(server.delivered).toHaveLength(most + 2)
})
