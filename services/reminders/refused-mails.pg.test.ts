import { afterAll, expect, test } from 'vitest'
import { getAdminProjections } from '@app/contracts/data.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { startTestSmtp } from '../platform/mail/testing/test-smtp.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { eventually } from '../../tests/support/eventually.ts'

let text = '5.2.2 mailbox full'
const server = await startTestSmtp({ answer: () => ({ code: 550, text }) })
const mailer = createMailer({ smtpUrl: server.url, folder: '/nowhere', from: 'hola@tarjeta.example' })
const api = useTestApi({ mailer, monitorToken: 'a-token-of-the-monitor-of-tests' })
afterAll(async () => {
  mailer.close()
  await server.stop()
})

async function alarm() {
  const headers = { authorization: 'Bearer a-token-of-the-monitor-of-tests' }
  const metrics = await (await api.call('/metrics', { headers })).text()
  const page = await (await api.call('/api/admin/projections', { token: api.admin.token })).json()
  const { mails_refused: isShown } = getAdminProjections.answer.parse(page)
  return [Number(/^mail_refused_by_policy_total (\d+)/m.exec(metrics)?.[1]), isShown]
}

test('administrators see for a day that a server refused this installation, and not a full mailbox [MAIL-5]', async () => {
  const forgot = () => api.post('/api/auth/forgot-password', { email: api.owner.email })
  await forgot()
  await eventually(() => expect(server.tries()).toBe(1))
  expect(await alarm()).toEqual([0, undefined])
  text = '5.7.1 blocked using zen.spamhaus.org'
  await eventually(async () => {
    api.clock.advance(60_000)
    await forgot()
    expect((await alarm())[1]).toBe(true)
  })
  expect((await alarm())[0]).toBeGreaterThan(0)
  text = '5.2.2 mailbox full'
  api.clock.advance(24 * 3_600_000)
  expect((await alarm())[1]).toBeUndefined()
})
