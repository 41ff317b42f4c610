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
    'Postfix, quoting',
    'Status: 5.0.0|Diagnostic-Code: smtp; 501 RCPT TO not accepted: 5.7.1 This system',
    '5.7.1',
    'policy',
  ],
  ['Sendmail, of a program', 'Status: 5.3.0|Diagnostic-Code: X-Unix; 77', '5.3.0', 'policy'],
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
  ['a server without any code', 'Remote-MTA: dns; a.example', '5.0.0', 'other'],
]

test('the fields of each mail server are read as it writes them', async () => {
  for (const [server, fields, status, cause = 'gone'] of SERVERS) {
    expect([server, await read(failed(fields))]).toEqual([server, { token: TOKEN, status, cause }])
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
  ['gone', '550-5.1.1 The email account that you tried to reach does not exist. 550 gsmtp'],
  ['gone', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['gone', '550 RESOLVER.ADR.RecipNotFound; not found'],
  [
    'gone',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM6EUR05FT.outlook.com]',
  ],
  ['gone', "554 delivery error: dd This user doesn't have a yahoo.com account (ana@yahoo.com) [0] - mta1"],
  ['gone', '550 5.1.0 <ana@x.cl>: Recipient address rejected: User unknown in relay recipient table'],
  ['gone', '550 No Such User Here'],
  ['gone', '550 Unrouteable address'],
  ['gone', '550 5.1.6 recipient no longer on server: ana@icloud.com'],
  ['gone', '550 El usuario no existe en este servidor'],
  ['gone', '550 <ana@x.cl> Usuario desconocido'],
  ['policy', '554 Message not allowed - [PH01] Email not accepted for policy reasons.'],
  ['policy', '550 relay not permitted'],
  ['policy', '550 Administrative prohibition'],
  ['policy', '550 High probability of spam'],
  ['policy', '550-Verification failed for <hola@t.cl> 550-No Such User Here 550 Sender verify failed'],
  ['policy', '550 5.1.0 <hola@t.cl>: Sender address rejected: User unknown in virtual mailbox table'],
  ['policy', '550 5.1.1 <ana@x.cl>: blocked using Spamhaus'],
  ['policy', '554 5.3.4 Message size exceeds fixed limit'],
  ['policy', '550 rejected: no DKIM signature'],
  ['policy', '550 PTR record does not exist for 1.2.3.4'],
  ['policy', '550 Your IP address does not exist in our allow list'],
  ['policy', '550 No existe registro inverso para 1.2.3.4'],
  ['other', '450 4.2.0 <ana@x.cl>: Recipient address rejected: Greylisted, see https://postgrey.example'],
  ['other', '451 4.7.1 Greylisting in action by policy, please come back later'],
  ['other', '550 5.1.1 Mailbox full'],
  ['other', '550 5.1.1 <ana@x.cl>: User is over quota'],
  ['other', '550 5.1.1 buzón lleno'],
  ['other', '550 Inbox is full: user not found'],
  ['policy', '550 5.7.1 Daily sending quota exceeded'],
  ['other', '550 5.2.1 The email account that you tried to reach is disabled.'],
  ['other', '450 5.1.1 no such user'],
  ['other', '550 Requested action not taken: mailbox unavailable'],
  ['other', '5.1.0 - Unknown address error 550-Message rejected'],
])('an answer is about a mailbox that does not exist, about this installation, or neither', (cause, answer) =>
  expect(readRefusal(answer).cause).toBe(cause),
)

testTable([
  [
    '5.1.0',
    'gone',
    "5.1.0 - Unknown address error 550-'5.1.1 <ana@x.cl>: rejected' (delivery attempts: 0)",
    '5.1.1',
  ],
  ['5.1.0', 'gone', '550-5.1.0 Address rejected 550 5.1.1 ana@x.cl', '5.1.1'],
  ['5.0.0', 'gone', '550 No Such User Here', '5.0.0'],
  ['5.1.1', 'policy', '550 rejected because 1.2.3.4 is in a black list', '5.1.1'],
  ['5.1.1', 'policy', '554 5.7.1 no', '5.7.1'],
  ['5.1.1', 'other', '552 5.2.2 full', '5.2.2'],
  ['4.4.7', 'other', '450 5.1.1 unknown', '4.4.7'],
  ['5.0.0', 'gone', '550 (5.1.1) User unknown', '5.1.1'],
  ['5.0.0', 'gone', '550 No mailbox [5.1.1]', '5.1.1'],
  ['5.0.0', 'gone', '550  5.1.1 unknown', '5.1.1'],
  ['5.0.0', 'other', '554 Rejected by Rspamd: 4.1.1', '5.0.0'],
  ['5.0.0', 'policy', '554 5.1.1/24 blocked', '5.0.0'],
  ['5.0.0', 'policy', '554 spam, says SpamAssassin 4.0.1', '5.0.0'],
  ['5.1.1', 'policy', '550 listed at Spamhaus', '5.1.1'],
  ['5.0.0', 'other', '550 #5.1.0 Address rejected.', '5.1.0'],
  ['5.0.0', 'other', '550 5.2.2 Mailbox full', '5.2.2'],
  ['5.0.0', 'other', '550 5.188.10.3 is listed by 5.1.2.9', '5.0.0'],
] as const)(
  'a status beside the answer counts where the answer has no exact one',
  (field, cause, answer, status) => expect(readRefusal(answer, field)).toEqual({ cause, status }),
)
