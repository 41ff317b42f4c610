import { PRODUCT } from '@app/contracts/product.ts'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMailer, listMails, readMail, removeMails } from './mail-folder.ts'
import type { Delivery, Mail, WrittenMail } from './mailer.ts'
import { smtp, type TestSmtp, type TestSmtpOptions } from './testing/test-smtp.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { startAwakeTime } from '../../../tests/support/awake-time.ts'

const MAIL: Mail = {
  to: 'ana.munoz@tarjeta.example',
  subject: 'Crea una contraseña nueva',
  text: 'Hola, Ana Muñoz: https://tarjeta.example/auth/reset?token=secreto\n',
  html: '<p>Hola, Ana Muñoz</p>',
}
const NOW = new Date('2026-03-02T12:00:00.000Z')

let folder: string
let ids: number
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'app-mail-')), 'mail')
  ids = 0
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

const { signal } = new AbortController()

/** @throws Undelivered */
function handOver(
  given: Partial<Mail> = {},
  { smtpUrl, ...written }: { readonly smtpUrl?: string } & Partial<WrittenMail> = {},
): Promise<void> {
  const mailer = createMailer({ smtpUrl, folder, from: 'hola@tarjeta.example' })
  const id = `id-${String((ids += 1)).padStart(4, '0')}`
  return mailer
    .deliver({ mail: { ...MAIL, ...given }, id, date: NOW, ...written }, signal)
    .then((delivery) => {
      if (delivery.kind !== 'sent') throw new Undelivered(delivery)
    })
    .finally(mailer.close)
}

class Undelivered extends Error {
  readonly isForGood: boolean
  readonly code: string

  constructor({ kind, reason }: Exclude<Delivery, { kind: 'sent' }>) {
    super('not delivered')
    this.isForGood = kind === 'refused'
    this.code = reason
  }
}

test('by an SMTP server: a mail arrives once, with Spanish letters in its subject and text', async () => {
  const server = await smtp()
  await handOver({}, { smtpUrl: server.url })
  expect(server.delivered).toHaveLength(1)
  const [{ from, to, eml }] = server.delivered as [(typeof server.delivered)[number]]
  expect([from, to]).toEqual(['hola@tarjeta.example', [MAIL.to]])
  expect(eml).toMatch(/^Subject: =\?UTF-8\?Q\?Crea_una_contrase=C3=B1a_nueva\?=\r$/m)
  expect(eml).toMatch(/^Message-ID: <id-0001@tarjeta\.example>\r$/m)
  expect(eml).toMatch(/^Date: Mon, 02 Mar 2026 12:00:00 \+0000\r$/m)
  expect(eml).toMatch(/^Content-Type: multipart\/alternative/m)
})

test('by an SMTP server: an absent server or a refused login does not refuse a mail', async () => {
  const server = await smtp({ login: true })
  const wrongLogin = server.url.replace('//', '//ana:falsa@')
  const refused = await failureOf(handOver({}, { smtpUrl: wrongLogin }))
  expect([refused.isForGood, refused.code]).toEqual([false, 'SMTP 535'])
  await server.stop()
  const away = await failureOf(handOver({}, { smtpUrl: server.url }))
  expect([away.isForGood, away.code]).toEqual([false, 'ESOCKET'])
})

longTest('by an SMTP server: a server that never greets costs at most the time limit', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, folder, from: 'hola@tarjeta.example' })
  const sinceMs = startAwakeTime()
  const written = { mail: MAIL, id: 'id-1', date: NOW }
  expect((await mailer.deliver(written, AbortSignal.timeout(200))).kind).toBe('failed')
  expect(sinceMs()).toBeLessThan(3_000)
})

/** Another address of this machine that is not a loopback name. */
const elsewhere = ({ url }: TestSmtp, query = ''): string => `${url.replace('127.0.0.1', '0.0.0.0')}${query}`

test('outside this machine: a server without TLS gets no mail and no login [MAIL-13]', async () => {
  const server = await smtp({ login: true })
  const smtpUrl = elsewhere(server).replace('//', '//ana:clave@')
  const failure = await failureOf(handOver({}, { smtpUrl }))
  expect([failure.isForGood, failure.code]).toEqual([false, 'SMTP 500'])
  expect([server.delivered, server.tries(), server.logins()]).toEqual([[], 0, 0])
})

test('outside this machine: a server with TLS and an unknown certificate gets none either [MAIL-13]', async () => {
  const server = await smtp({ tls: true })
  await expect(handOver({}, { smtpUrl: elsewhere(server) })).rejects.toThrow('not delivered')
  expect(server.delivered).toEqual([])
})

test('outside this machine: mails are sent encrypted, or in plain text if the URL allows it', async () => {
  const server = await smtp({ tls: true })
  await handOver({}, { smtpUrl: elsewhere(server, '?tls.rejectUnauthorized=false') })
  const bare = await smtp()
  await handOver({}, { smtpUrl: elsewhere(bare, '?requireTLS=false') })
  expect([...server.delivered, ...bare.delivered].map(({ isEncrypted }) => isEncrypted)).toEqual([
    true,
    false,
  ])
})

const failureOf = (work: Promise<void>): Promise<Undelivered> =>
  work.then(
    () => Promise.reject(new Error('handed over')),
    (error: Undelivered) => error,
  )

test('text that could inject a header or a recipient is not sent at all', async () => {
  const server = await smtp()
  const { url: smtpUrl } = server
  for (const part of [
    { to: 'ana@tarjeta.example\r\nBcc: luis@tarjeta.example' },
    { to: 'ana@tarjeta.example, luis@tarjeta.example' },
    { to: 'Ana <ana@tarjeta.example>' },
    { to: '' },
    { subject: 'Hola\r\nBcc: luis@tarjeta.example' },
    { subject: 'Hola\nX-Evil: 1' },
    { subject: 'Hola\u2028X-Evil: 1' },
    { replyTo: 'juan@empresa.example\r\nBcc: luis@empresa.example' },
    { replyTo: 'Juan <juan@empresa.example>' },
    { envelopeFrom: 'a@b.cl> ORCPT=x' },
    { listUnsubscribe: { url: 'https://t.example/baja/x>\r\nBcc: luis@empresa.example' } },
    { listUnsubscribe: { url: 'https://t.example/baja/a b' } },
  ]) {
    expect(await failureOf(handOver(part, { smtpUrl })), JSON.stringify(part)).toEqual(
      new Undelivered({ kind: 'refused', reason: 'unfit', status: undefined }),
    )
  }
  await handOver({}, { smtpUrl })
  expect([server.tries(), server.delivered.length]).toEqual([1, 1])
})

test('without a server: a mail is a file that only the product’s user can read', async () => {
  await handOver()
  expect(await readdir(folder)).toEqual(['20260302T120000000Z-id-0001.eml'])
  const path = join(folder, '20260302T120000000Z-id-0001.eml')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const eml = await readFile(path, 'utf8')
  expect(eml).toMatch(/^Message-ID: <id-0001@tarjeta\.example>\r$/m)
  expect(eml).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
})

test('without a server: the list shows the newest first, and each can be read, with pictures too', async () => {
  const photo = { filename: 'foto.jpg', contentType: 'image/jpeg', content: Buffer.from('jpeg'), cid: 'a' }
  await handOver({ attachments: [photo] })
  await handOver({ subject: 'Otro' }, { date: new Date('2026-03-02T12:00:01.000Z') })
  const listed = await listMails(folder)
  expect(listed.map(({ subject, date }) => [subject, date])).toEqual([
    ['Otro', '2026-03-02T12:00:01.000Z'],
    [MAIL.subject, '2026-03-02T12:00:00.000Z'],
  ])
  expect(await readMail(folder, listed[1]!.name)).toEqual({
    to: MAIL.to,
    subject: MAIL.subject,
    date: '2026-03-02T12:00:00.000Z',
    text: MAIL.text,
  })
})

test('without a server: a name that is no mail’s leads to no file [ACC-20]', async () => {
  await handOver()
  for (const name of ['../secreto.eml', 'secreto.eml', '20260302T120000000Z-../../secreto.eml']) {
    await writeFile(join(folder, name), 'Subject: no\n\nno').catch(() => undefined)
    expect(await readMail(folder, name), name).toBeUndefined()
  }
})

test('without a server: all mails are removed, also those whose writing a crash interrupted, and no other file', async () => {
  await removeMails(folder)
  for (const mark of ['4711', crypto.randomUUID()]) {
    await handOver()
    const name = (await readdir(folder)).find((one) => one.endsWith('.eml'))!
    await rename(join(folder, name), join(folder, `${name}.${mark}.new`))
  }
  await handOver()
  await writeFile(join(folder, 'other.txt'), '')
  await removeMails(folder)
  expect(await readdir(folder)).toEqual(['other.txt'])
})

async function openMailer(options: TestSmtpOptions = {}) {
  const server = await smtp(options)
  const mailer = createMailer({ smtpUrl: server.url, folder, from: 'hola@tarjeta.example' })
  onTestFinished(() => mailer.close())
  const deliver = (given: Partial<Mail> = {}): Promise<Delivery> =>
    mailer.deliver({ mail: { ...MAIL, ...given }, id: `id-${(ids += 1)}`, date: NOW }, signal)
  return { server, deliver }
}

const headOf = ({ delivered }: TestSmtp): string => delivered.at(-1)!.eml.split(/\r\n\r\n/)[0]!

longTest('a mail whose reply is lost is in doubt, and the pool does not send it again', async () => {
  const { server, deliver } = await openMailer({ losesAnswer: (message) => message === 1 })
  expect(await deliver()).toMatchObject({ kind: 'uncertain' })
  expect(await deliver()).toEqual({ kind: 'sent' })
  expect(server.delivered).toHaveLength(2)
})

longTest('a mail whose connection is lost before its text was requested has failed for certain', async () => {
  const { server, deliver } = await openMailer({ hangsUpBefore: (attempt) => attempt === 1 })
  expect(await deliver()).toMatchObject({ kind: 'failed' })
  expect(await deliver()).toEqual({ kind: 'sent' })
  expect(server.delivered).toHaveLength(1)
})

longTest('a mail to a mailbox that does not exist is refused, and any other refusal has failed', async () => {
  for (const [text, delivery] of [
    ['5.1.1 no such user', { kind: 'refused', reason: 'SMTP 550 5.1.1', status: '5.1.1' }],
    ['5.2.2 mailbox full', { kind: 'failed', reason: 'SMTP 550 5.2.2' }],
    ['5.1.1x no code', { kind: 'failed', reason: 'SMTP 550' }],
    [['see our page', '5.7.1 not from you'], { kind: 'failed', reason: 'SMTP 550 5.7.1' }],
  ] as const) {
    const { deliver } = await openMailer({ answer: () => ({ code: 550, text }) })
    expect(await deliver()).toEqual(delivery)
  }
})

longTest('mails in succession use a few connections when they are simultaneous', async () => {
  const { server, deliver } = await openMailer()
  await Promise.all(Array.from({ length: 30 }, () => deliver()))
  expect(server.delivered).toHaveLength(30)
  expect(server.connections()).toBeLessThanOrEqual(8)
})

describe('the head', () => {
  test('has an envelope sender for delivery reports, apart from the visible sender', async () => {
    const { server, deliver } = await openMailer()
    const envelopeFrom = `rebotes+${'a'.repeat(52)}@tarjeta.example`
    await deliver({ envelopeFrom, replyTo: 'juan@empresa.example' })
    expect(server.delivered[0]!.from).toBe(envelopeFrom)
    expect(`\r\n${headOf(server)}`).toContain(`\r\nFrom: ${PRODUCT.name} <hola@tarjeta.example>\r\n`)
    expect(headOf(server)).toMatch(/^Reply-To: juan@empresa\.example\r$/m)
  })

  test('has the link that unsubscribes in one line of any length', async () => {
    const { server, deliver } = await openMailer()
    const url = `https://tarjetas.empresa-de-nombre-muy-largo.example/baja/${'a'.repeat(52)}`
    await deliver({ listUnsubscribe: { url } })
    expect(headOf(server)).toContain(`\r\nList-Unsubscribe: <${url}>\r\n`)
    expect(headOf(server)).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })
})
