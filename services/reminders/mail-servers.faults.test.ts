import { describe, expect, test } from 'vitest'
import { FIRST_DUE, SECOND_DUE, smtp, subjects, useReminderSide } from './testing/reminder-side.ts'

const used = useReminderSide()

describe('a mail server', () => {
  test('that is down for a day gets each mail once it runs again [MAIL-4]', async () => {
    const server = await smtp()
    const { port } = server
    await server.stop()
    const worker = used.side.worker({ smtpUrl: server.url })
    const ana = await used.side.subscribe(used.juan)
    await used.side.lookAt(worker, FIRST_DUE)
    for (let hour = 11; hour < 20; hour += 1) await used.side.lookAt(worker, `2026-11-09T${hour}:30:00-03:00`)
    const back = await smtp({ port })
    await used.side.lookAt(worker, '2026-11-09T22:00:00-03:00')
    expect(back.delivered).toEqual([])
    await used.side.lookAt(worker, '2026-11-10T11:00:00-03:00')
    expect(subjects(back)).toEqual(['first'])
    expect((await used.side.history(ana)).at(-1)).toBe('Sent first')
  })

  test('that refuses this installation for three days ends no subscription, and gets the second mail [MAIL-5]', async () => {
    const texts = ['5.7.1 blocked using zen.spamhaus.org', 'High probability of spam', '5.2.2 full', 'no']
    let isOpen = false
    const answer = (attempt: number) =>
      isOpen ? undefined : { code: 550, text: texts[attempt % texts.length]! }
    const server = await smtp({ answer })
    const worker = used.side.worker({ smtpUrl: server.url })
    const ana = await used.side.subscribe(used.juan)
    for (const day of ['09', '10', '11', '12'])
      for (const hour of ['10', '14', '18'])
        await used.side.lookAt(worker, `2026-11-${day}T${hour}:16:00-03:00`)
    const history = await used.side.history(ana)
    expect([history.at(-1), server.tries()]).toEqual(['Skipped first undeliverable', 9])
    isOpen = true
    await used.side.lookAt(worker, SECOND_DUE)
    expect([(await used.side.history(ana)).at(-1), server.delivered.length]).toEqual(['Sent second', 1])
  })
})
