import { beforeAll, describe, expect, test } from 'vitest'
import { bounceAddress, REPORT_BYTES_MAX } from '../platform/mail/delivery-report.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../tests/support/api/test-subscriptions.ts'

const SECRET = 'the-secret-of-the-mail-server'

const api = useTestApi({ mailReportsSecret: SECRET })
let subscriptions: TestSubscriptions
beforeAll(async () => {
  subscriptions = subscriptionsOf(api)
})

const report = (mail: string, { secret = SECRET, type = 'message/rfc822' } = {}) =>
  api.call('/api/mail/reports', {
    method: 'POST',
    body: mail,
    headers: { 'content-type': type, authorization: `Bearer ${secret}` },
  })

const reportOf = (token: string, status: string, nth = 1, action = 'failed'): string =>
  [
    'From: MAILER-DAEMON@mx.empresa.example',
    `To: <${bounceAddress(token, 'tarjeta.example')}>`,
    `Message-ID: <${nth}@mx.empresa.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.empresa.example',
    '',
    `Action: ${action}`,
    `Status: ${status}`,
    '--b1--',
    '',
  ].join('\r\n')

let people = 0
async function subscriber() {
  people += 1
  const email = `rebota-${people}@correo.example`
  const { id } = api.profile
  const of = await subscriptions.subscribed(id, email)
  return {
    token: subscriptions.tokens.issue('bounce', of),
    wrongToken: subscriptions.tokens.issue('unsubscribe', of),
    types: () => subscriptions.typesOf(id, email),
  }
}

describe('a report of a mail server', () => {
  test('that the mailbox does not exist ends the subscription [MAIL-5]', async () => {
    const { token, types } = await subscriber()
    const response = await report(reportOf(token, '5.1.1'))
    expect([response.status, await response.text()]).toEqual([202, ''])
    expect(await types()).toEqual(['ReminderSubscribed', 'ReminderBounceReported', 'ReminderBounced'])
  })

  test('counts once, however often and by how many it is sent [MAIL-5]', async () => {
    const { token, types } = await subscriber()
    const mail = reportOf(token, '4.2.2')
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await report(mail)).status))
    expect([new Set(statuses), (await report(mail)).status]).toEqual([new Set([202]), 202])
    expect(await types()).toEqual(['ReminderSubscribed', 'ReminderBounceReported'])
    for (const nth of [2, 3, 4, 5]) await report(reportOf(token, '5.7.1', nth))
    const reported = ['ReminderBounceReported', 'ReminderBounceReported', 'ReminderBounceReported']
    expect(await types()).toEqual(['ReminderSubscribed', ...reported])
  })

  test('that is no report, or of no mail of ours, is accepted and changes nothing', async () => {
    const { token, wrongToken, types } = await subscriber()
    const tampered = token.replace(/.$/, (last) => (last === 'a' ? 'q' : 'a'))
    const mails = [
      reportOf(token, '2.0.0'),
      ...[1, 2, 3].map((nth) => reportOf(token, '4.4.7', nth, 'delayed')),
      reportOf(wrongToken, '5.1.1'),
      reportOf(tampered, '5.1.1'),
      'Subject: Estoy de vacaciones\r\n\r\nHola',
      '\0\0',
    ]
    for (const mail of mails) expect((await report(mail)).status).toBe(202)
    expect(await types()).toEqual(['ReminderSubscribed'])
  })

  test('needs the secret', async () => {
    const { token, types } = await subscriber()
    for (const secret of ['', `${SECRET}x`, SECRET.slice(1)])
      await expectRefused(await report(reportOf(token, '5.1.1'), { secret }), 404, 'not-found')
    expect(await types()).toEqual(['ReminderSubscribed'])
  })

  test('is a whole mail of a megabyte at most', async () => {
    const { token } = await subscriber()
    const mail = reportOf(token, '5.1.1')
    await expectRefused(await report(mail, { type: 'application/json' }), 400, 'malformed')
    await expectRefused(await report(mail, { type: 'text/plain' }), 415, 'unsupported-media')
    await expectRefused(await report(mail.padEnd(REPORT_BYTES_MAX + 1)), 413, 'too-large')
    expect((await report(mail.padEnd(REPORT_BYTES_MAX))).status).toBe(202)
  })
})
