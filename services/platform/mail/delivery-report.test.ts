import { expect, test } from 'vitest'
import { bounceAddress, readDeliveryReport, REPORT_BYTES_MAX, readRefusal } from './delivery-report.ts'
import { testTable } from '../../../tests/support/every.ts'

const TOKEN = 'a'.repeat(51).concat('b')
const ADDRESS = bounceAddress(TOKEN, 'tarjeta.example')

const REPORT = 'message/delivery-status'
const recipient = (action: string, fields: string, address = 'rfc822; ana@empresa.example'): string =>
  `Final-Recipient: ${address}|Action: ${action}|${fields}|`.replaceAll('|', '\r\n')

const reportOf = (
  status: string,
  { to = ADDRESS, recipients = recipient('failed', `Status: ${status}`), type = REPORT } = {},
): string =>
  [
    'Return-Path: <>',
    'From: Mail Delivery Subsystem <MAILER-DAEMON@mx.empresa.example>',
    `To: <${to}>`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your message could not be delivered to ana@empresa.example.',
    '',
    '--b1',
    `Content-Type: ${type}`,
    '',
    'Reporting-MTA: dns; mx.empresa.example',
    'Arrival-Date: Mon, 2 Mar 2026 12:00:00 -0300',
    '',
    recipients,
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'From: hola@tarjeta.example',
    'Subject: Hace una semana',
    '',
    'Hola',
    '--b1--',
    '',
  ].join('\r\n')

const failed = (fields: string): string => reportOf('', { recipients: recipient('failed', fields) })

const textOf = ({
  from = 'postmaster@mx.empresa.example',
  subject = 'Mail failure',
  text = '',
} = {}): string => [`From: ${from}`, `To: ${ADDRESS}`, `Subject: ${subject}`, '', text, ''].join('\r\n')

const read = (mail: string) => readDeliveryReport(Buffer.from(mail))

/** As each server writes the fields of one failed recipient. */
const SERVERS: readonly (readonly [server: string, fields: string, status: string])[] = [
  [
    'Exim',
    'Status: 5.0.0|Remote-MTA: dns; mx.a.example|Diagnostic-Code: smtp; 550 5.1.1 <ana@a.example> unknown',
    '5.1.1',
  ],
  [
    'Postfix, quoting',
    'Status: 5.0.0|Diagnostic-Code: smtp; 501 RCPT TO not accepted: 5.7.1 This system',
    '5.7.1',
  ],
  ['Outlook.com', 'Status: 5.5.0|Diagnostic-Code: smtp;550-5.1.1 Unavailable|X-Display-Name: Ana', '5.1.1'],
  [
    'Gmail',
    'Status: 5.1.1|Diagnostic-Code: smtp; 550-5.1.1 The account| 550-5.1.1 does not exist. 550 gsmtp',
    '5.1.1',
  ],
  [
    'Amazon SES',
    'Status: 5.0.0 (permanent failure)|Diagnostic-Code: smtp; 5.1.1 - Bad destination (delivery attempts: 0)',
    '5.1.1',
  ],
  ['a server without any code', 'Remote-MTA: dns; a.example', '5.0.0'],
]

test('the fields of each mail server are read as it writes them', async () => {
  for (const [server, fields, status] of SERVERS) {
    const isGone = status === '5.1.1'
    expect([server, await read(failed(fields))]).toEqual([server, { token: TOKEN, status, isGone }])
  }
})

const MUTE = 'Status: 5.1.1|Diagnostic-Code: smtp; 550 5.1.1 unknown'

const RECEIPT = 'message/disposition-notification'

test.each([
  ['a delay', reportOf('', { recipients: recipient('delayed', MUTE) })],
  ['a delivery', reportOf('', { recipients: recipient('delivered', MUTE) })],
  ['a report without an action', reportOf('', { recipients: 'Status: 5.1.1' })],
  ['a receipt', reportOf('', { type: RECEIPT, recipients: recipient('failed', MUTE) })],
  ['a complaint', reportOf('', { type: 'message/feedback-report', recipients: 'Feedback-Type: abuse' })],
  ['a text without fields', textOf({ text: '550 5.1.1 unknown user' })],
  [
    'a warning',
    textOf({ subject: 'Warning: delayed 24 hours', text: 'No action is required. 451 4.7.1 later' }),
  ],
  ['a report to another address', reportOf('5.1.1', { to: 'hola@tarjeta.example' })],
  ['an empty file', ''],
  ['a mail of too many bytes', reportOf('5.1.1') + 'x'.repeat(REPORT_BYTES_MAX)],
])('%s decides nothing', async (_what, mail) => expect(await read(mail)).toBeUndefined())

test('text after the first eighth of the longest mail is not read', async () => {
  const sentence = 'Your message could not be delivered to ana@empresa.example.\r\n'
  const mail = reportOf('5.1.1').replace(sentence, sentence.repeat(REPORT_BYTES_MAX / 8 / sentence.length))
  expect(await read(mail)).toBeUndefined()
})

testTable([
  [true, '550-5.1.1 The email account that you tried to reach does not exist. 550 gsmtp'],
  [true, '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  [true, '550 5.1.6 recipient no longer on server: ana@icloud.com'],
  [false, '550 No Such User Here'],
  [false, '550 5.1.0 <hola@t.cl>: Sender address rejected: User unknown in virtual mailbox table'],
  [false, '550 5.1.1 <ana@x.cl>: blocked using Spamhaus'],
  [false, '550 5.1.1 <hola@t.cl>: Sender verify failed: no such user'],
  [false, '451 5.1.1 Greylisting in action, please come back later'],
  [false, '550 5.1.1 Mailbox full'],
  [false, '550 5.1.1 <ana@x.cl>: User is over quota'],
  [false, '550 5.1.1 buzón lleno'],
  [false, '550 5.2.1 The email account that you tried to reach is disabled.'],
  [false, '450 5.1.1 no such user'],
])('an answer is about a mailbox that does not exist, or not', (isGone, answer) =>
  expect(readRefusal(answer).isGone).toBe(isGone),
)

testTable([
  [
    '5.1.0',
    true,
    "5.1.0 - Unknown address error 550-'5.1.1 <ana@x.cl>: rejected' (delivery attempts: 0)",
    '5.1.1',
  ],
  ['5.1.0', true, '550-5.1.0 Address rejected 550 5.1.1 ana@x.cl', '5.1.1'],
  ['5.1.1', false, '550 rejected because 1.2.3.4 is in a black list', '5.1.1'],
  ['5.1.1', false, '554 5.7.1 no', '5.7.1'],
  ['5.1.1', false, '552 5.2.2 full', '5.2.2'],
  ['4.4.7', false, '450 5.1.1 unknown', '4.4.7'],
  ['5.0.0', true, '550 (5.1.1) User unknown', '5.1.1'],
  ['5.0.0', true, '550 No mailbox [5.1.1]', '5.1.1'],
  ['5.0.0', true, '550  5.1.1 unknown', '5.1.1'],
  ['5.0.0', false, '554 Rejected by Rspamd: 4.1.1', '5.0.0'],
  ['5.0.0', false, '554 5.1.1/24 no', '5.0.0'],
  ['5.0.0', false, '550 5.188.10.3 is listed by 5.1.2.9', '5.0.0'],
] as const)(
  'a status beside the answer counts where the answer has no exact one',
  (field, isGone, answer, status) => expect(readRefusal(answer, field)).toEqual({ isGone, status }),
)
