import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bounceAddress, readDeliveryReport, REPORT_BYTES_MAX } from './delivery-report.ts'
import { isLong, runs } from '../../tests/support/longer-runs.ts'

const TOKEN = 'a'.repeat(51).concat('b')
const ADDRESS = bounceAddress(TOKEN, 'tarjeta.example')

const reportOf = (status: string, { to = ADDRESS, action = 'failed' } = {}): string =>
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
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.empresa.example',
    'Arrival-Date: Mon, 2 Mar 2026 12:00:00 -0300',
    '',
    'Final-Recipient: rfc822; ana@empresa.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.7.1 something else',
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

const textOf = ({
  from = 'postmaster@mx.empresa.example',
  subject = 'Mail failure',
  text = '',
} = {}): string => [`From: ${from}`, `To: ${ADDRESS}`, `Subject: ${subject}`, '', text, ''].join('\r\n')

const read = (mail: string) => readDeliveryReport(Buffer.from(mail))

test.each(['5.1.1', '4.2.2', '5.2.2', '2.1.5'])(
  'a report of %s is read from its machine-readable part',
  async (status) => expect(await read(reportOf(status))).toEqual({ token: TOKEN, status }),
)

test('the address identifies the mail, even in capitals and after a name', async () => {
  const to = `Rebotes <${ADDRESS.toUpperCase()}>`
  expect(
    await read(reportOf('5.1.1', { to }).replace('<Rebotes', 'Rebotes').replace('>>', '>')),
  ).toMatchObject({
    token: TOKEN,
  })
})

test('the address that a forwarding server added is used when To has another', async () => {
  const mail = `X-Original-To: ${ADDRESS}\r\n${reportOf('5.1.1', { to: 'inbox@tarjeta.example' })}`
  expect(await read(mail)).toEqual({ token: TOKEN, status: '5.1.1' })
})

test.each([
  ['550 5.1.1 unknown user', '5.1.1'],
  ['No existe ese buzón.', '5.0.0'],
])('a report of plain text is understood: %s', async (text, status) =>
  expect(await read(textOf({ text }))).toEqual({ token: TOKEN, status }),
)

test.each([
  ['an absence note', textOf({ from: 'ana@empresa.example', text: 'Vuelvo el lunes. Anexo 5.1.1' })],
  ['a report to another address', reportOf('5.1.1', { to: 'hola@tarjeta.example' })],
  ['an empty file', ''],
  ['bytes that are not a mail', '\u0000\u0001'],
  ['too much', reportOf('5.1.1') + 'x'.repeat(REPORT_BYTES_MAX)],
])('%s is no report', async (_what, mail) => expect(await read(mail)).toBeUndefined())

test('a report is read with a returned mail of any size', async () => {
  const mail = reportOf('5.1.1').replace('\r\nHola\r\n', `\r\n${'Hola\r\n'.repeat(100_000)}`)
  expect(await read(mail)).toEqual({ token: TOKEN, status: '5.1.1' })
})

/** Processor time, because a busy machine adds little to it. */
const msOf = async (mail: string): Promise<number> => {
  const before = process.cpuUsage()
  await read(mail)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const HEAD = `From: mailer-daemon@x.example\nTo: ${ADDRESS}\n`
const MULTIPART = 'Content-Type: multipart/mixed; boundary=b\n\n'
const mixed = (html: string): string => `${HEAD}${MULTIPART}--b\n\na\n--b\nContent-Type: text/html\n\n${html}`
const QUICK = ['groups of recipients', `To: ${'a:'.repeat(500_000)}`] as const
/** Each takes seconds. */
const SLOW = [
  ['mails within mails', `${HEAD}${'Content-Type: message/rfc822\n\n'.repeat(30_000)}`],
  ['many parts', `${HEAD}${MULTIPART}${'--b\n\nx\n'.repeat(130_000)}`],
  ['blank lines of HTML', mixed(' \n'.repeat(500_000))],
] as const

test('text after the first eighth of the longest mail is not read', async () => {
  const sentence = 'Your message could not be delivered to ana@empresa.example.\r\n'
  const mail = reportOf('5.1.1').replace(sentence, sentence.repeat(REPORT_BYTES_MAX / 8 / sentence.length))
  expect(await read(mail)).toEqual({ token: TOKEN, status: '5.0.0' })
})

// Anybody can write to the address of delivery reports, and reading one blocks all answers.
test.each(isLong ? [QUICK, ...SLOW] : [QUICK])('a megabyte of %s costs little time', async (_what, mail) => {
  const whole = mail.slice(0, REPORT_BYTES_MAX)
  // Only the first eighth is read, so the mail without the rest costs about as much.
  const [cut, all] = [await msOf(whole.slice(0, whole.length / 8)), await msOf(whole)]
  expect(all).toBeLessThan(3 * cut + 200)
})

test('no bytes make reading fail', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(1_500), async (noise, at) => {
      const mail = Buffer.from(reportOf('5.1.1'))
      const spoilt = Buffer.concat([mail.subarray(0, at), Buffer.from(noise), mail.subarray(at)])
      const report = await readDeliveryReport(spoilt)
      expect(report?.status ?? '5.1.1').toMatch(/^[245]\./)
    }),
    { seed: Number(process.env['TEST_SEED']), numRuns: runs(300) },
  ))
