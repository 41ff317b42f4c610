import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMailer } from '@app/mail/mailer.ts'
import { startTestSmtp, type TestSmtp } from '@app/mail/testing/test-smtp.ts'
import { createDueReminder } from '@app/processes/rights/remind-of-due.ts'
import { openByDue } from '@app/projections/requests/request-figures.ts'
import { createMailQueue } from '@app/vault/mails/mail-queue.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { startTestApi, type TestApi } from '../../../../tests/support/api/test-api.ts'
import { uuid, write } from '../../../../tests/support/api/test-log.ts'

const DAY_MS = 86_400_000
const ASKED = { kind: 'access', channel: 'form', proof: 'none', name: 'Rosa Ñancupil' } as const

let api: TestApi
let server: TestSmtp
beforeAll(async () => {
  server = await startTestSmtp()
  const mailer = createMailer({ smtpUrl: server.url, folder: '/nowhere', from: 'hola@tarjeta.example' })
  api = await startTestApi({ mailer })
})
afterAll(async () => {
  await api?.close()
  await server?.stop()
})

/** The poll of one process more, on the queue that the product sends from. */
function pollOfProcess(): () => Promise<void> {
  const { now } = api.clock
  const queue = createMailQueue({ db: api.db, keys: api.keys, random: randomBytes, now, newId })
  return createDueReminder({
    store: api.store,
    now,
    requestMail: queue.add,
    isAnyDue: async (nowMs) => {
      const { late, days } = await openByDue({ db: api.db }, nowMs)
      return late + days.length > 0
    },
  })
}

async function queueIsEmpty(): Promise<void> {
  // Wakes the sender, which looks by itself only every two seconds.
  await api.post('/api/auth/forgot-password', { email: 'nadie@correo.example' })
  await eventually(async () => {
    const { rows } = await api.db.query('select kind from vault.mails')
    expect(rows).toEqual([])
  })
}

test('administrators are mailed once a day by all processes together, with counts and days, no names [PRIV-17]', async () => {
  const nowMs = api.clock.now().getTime()
  for (const [nth, daysAgo] of [32, 28, 28, 5].entries())
    await write(api.store, new Date(nowMs - daysAgo * DAY_MS), requestStream(uuid(0x900 + nth)), [
      { type: 'RequestReceived', data: ASKED },
    ])
  await api.settle()
  const polls = [pollOfProcess(), pollOfProcess()]
  await Promise.all(polls.map((poll) => poll()))
  await queueIsEmpty()
  await pollOfProcess()()
  await queueIsEmpty()
  const [mail, ...others] = server.delivered
  expect([mail!.to, others]).toEqual([[api.admin.email], []])
  const eml = mail!.eml.replaceAll('=\r\n', '')
  expect(eml).toContain('Subject: 3 solicitudes por responder')
  expect(eml).toContain('1 solicitud con el plazo vencido.')
  expect(eml).toContain('2 solicitudes con plazo hasta el ')
  expect(eml).not.toMatch(/Rosa|ancupil/)
  api.clock.advance(DAY_MS)
  await pollOfProcess()()
  await queueIsEmpty()
  expect(server.delivered).toHaveLength(2)
})
