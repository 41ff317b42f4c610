import { expect, test } from 'vitest'
import { bounceAddress, readDeliveryReport, REPORT_BYTES_MAX } from './delivery-report.ts'
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

testTable([
  ['5.1.1', 'gone'],
  ['4.2.2', 'other'],
  ['5.2.2', 'other'],
  ['5.7.26', 'policy'],
  ['2.1.5', 'other'],
])('a report is read from its machine-readable part', async (status, cause) =>
  expect(await read(reportOf(status))).toEqual({ token: TOKEN, status, cause }),
)

/** As each server writes the fields of one failed recipient. */
const SERVERS: readonly (readonly [server: string, fields: string, status: string, cause?: string])[] = [
  [
    'Exim',
    'Status: 5.0.0|Remote-MTA: dns; mx.a.example|Diagnostic-Code: smtp; 550 5.1.1 <ana@a.example> unknown',
    '5.1.1',
  ],
  [
    'Postfix',
    'Original-Recipient: rfc822;a@a.example|Status: 5.1.1|Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '5.1.1',
  ],
  [
    'Postfix, of a mailbox of its own',
    'Status: 5.1.1|Diagnostic-Code: X-Postfix; unknown user: "ana"',
    '5.1.1',
  ],
  [
    'Postfix, quoting',
    'Status: 5.0.0|Diagnostic-Code: smtp; 501 RCPT TO not accepted: 5.7.1 This system',
    '5.7.1',
    'policy',
  ],
  [
    'Sendmail, expired',
    'Status: 4.4.7|Diagnostic-Code: SMTP; 452 4.4.5 Insufficient disk space',
    '4.4.5',
    'other',
  ],
  ['Sendmail, of a program', 'Status: 5.3.0|Diagnostic-Code: X-Unix; 77', '5.3.0', 'policy'],
  ['Exchange', 'Status: 5.1.1', '5.1.1'],
  [
    'Microsoft 365',
    'Status: 5.1.10|Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
    '5.1.10',
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
  ['a McAfee gateway', 'Diagnostic-Code: smtp; 550 5.1.1 <ana@a.example>... User unknown', '5.1.1'],
  ['a server without any code', 'Remote-MTA: dns; a.example', '5.0.0', 'other'],
]

test('the fields of each mail server are read as it writes them', async () => {
  for (const [server, fields, status, cause = 'gone'] of SERVERS) {
    expect([server, await read(failed(fields))]).toEqual([server, { token: TOKEN, status, cause }])
  }
})

const MUTE = 'Status: 5.1.1|Diagnostic-Code: smtp; 550 5.1.1 unknown'

const QMAIL = "Hi. This is the qmail-send program at mx.a.example.\nI'm afraid I wasn't able to deliver.\n\n"
const YAHOO = 'Sorry, we were unable to deliver your message to the following address.\n\n'
const COPY = '\n\n--- Below this line is a copy of the message.\n\nSubject: 550 5.7.1\n'

test.each([
  [`${QMAIL}<ana@a.example>:\nSorry, no mailbox here by that name. (#5.1.1)`, '5.1.1'],
  [
    `${QMAIL}<ana@a.example>: \n5.1.10.3 does not like recipient.\nRemote host said: 550 5.2.1 off`,
    '5.2.1',
    'other',
  ],
  [
    `${QMAIL}<ana@a.example>:\n5.188.10.3 failed after I sent the message.\nRemote host said: 554 no`,
    '5.0.0',
    'other',
  ],
  [`${QMAIL}<ana@a.example>:\nI'm not going to try again. (#4.4.1)`, '4.4.1', 'other'],
  [
    `${YAHOO}<ana@a.example>:\nRemote host said:\n550 5.1.1 <ana@a.example>... User Unknown\n[RCPT_TO]`,
    '5.1.1',
  ],
])('the form of qmail, which has no fields, is understood: %#', async (text, status, cause = 'gone') =>
  expect(await read(textOf({ text: text + COPY }))).toEqual({ token: TOKEN, status, cause }),
)

const QMAIL_DELAYED =
  'Hi. This is the qmail-notify program.\nI have not been able to deliver your message yet.\n\n'

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
  [
    "a delay in qmail's form",
    textOf({ text: `${QMAIL_DELAYED}<ana@a.example>:\nno answer (#4.4.1)${COPY}` }),
  ],
  ['an introduction without recipient', textOf({ text: QMAIL + COPY })],
  [
    "qmail's form by a person",
    textOf({ from: 'ana@a.example', text: `${QMAIL}<ana@a.example>:\n5.1.1${COPY}` }),
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
