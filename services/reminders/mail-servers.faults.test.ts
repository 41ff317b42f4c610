import { expect, test } from 'vitest'
import { smtp } from '../platform/mail/testing/test-smtp.ts'
import { FIRST_DUE, subjects, useReminderSide } from './testing/reminder-side.ts'

const { side, juan } = useReminderSide()

test('a mail server that is down for a day gets each mail once it runs again [MAIL-4]', async () => {
  const server = await smtp()
  const { port } = server
  await server.stop()
  const worker = side().worker({ smtpUrl: server.url })
  const ana = await side().subscribe(juan())
  await side().lookAt(worker, FIRST_DUE)
  for (let hour = 11; hour < 20; hour += 1) await side().lookAt(worker, `2026-11-09T${hour}:30:00-03:00`)
  const back = await smtp({ port })
  await side().lookAt(worker, '2026-11-09T22:00:00-03:00')
  expect(back.delivered).toEqual([])
  await side().lookAt(worker, '2026-11-10T11:00:00-03:00')
  expect(subjects(back)).toEqual(['first'])
  expect((await side().history(ana)).at(-1)).toBe('Sent first')
})
