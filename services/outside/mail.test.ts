import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listMails, readMail } from './mail-folder.ts'
import { createMailer, type Mail, type Mailer, type MailerOptions, type MailTrouble } from './mail.ts'
import { startTestSmtp, type Answer, type TestSmtp } from './testing/test-smtp.ts'

const MAIL: Mail = {
  to: 'ana.munoz@tarjeta.example',
  subject: 'Crea una contraseña nueva',
  text: 'Hola, Ana Muñoz: https://tarjeta.example/auth/reset?token=secreto\n',
  html: '<p>Hola, Ana Muñoz</p>',
}
const NOW = new Date('2026-03-02T12:00:00.000Z')

let folder: string
let troubles: MailTrouble[]
let pauses: number[]
let ids: number
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'app-mail-')), 'mail')
  troubles = []
  pauses = []
  ids = 0
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

function mailerOf(options: Partial<MailerOptions> = {}): Mailer {
  return createMailer({
    folder,
    from: 'hola@tarjeta.example',
    now: () => NOW,
    newId: () => `id-${String((ids += 1)).padStart(4, '0')}`,
    onTrouble: (trouble) => troubles.push(trouble),
    wait: async (ms) => pauses.push(ms),
    ...options,
  })
}

async function smtp(answer?: Answer, beforeTaken?: () => Promise<void>): Promise<TestSmtp> {
  const server = await startTestSmtp(answer, beforeTaken)
  onTestFinished(() => server.stop())
  return server
}

const WAIT_MS_MAX = 20_000
async function settled(mailer: Mailer): Promise<void> {
  await expect.poll(() => mailer.pending, { timeout: WAIT_MS_MAX, interval: 5 }).toBe(0)
}

describe('by an SMTP server', () => {
  test('a mail arrives once, with letters of Spanish in its subject and text', async () => {
    const server = await smtp()
    const mailer = mailerOf({ smtpUrl: server.url })
    mailer.send(MAIL)
    expect(mailer.pending).toBe(1)
    await settled(mailer)
    expect(server.delivered).toHaveLength(1)
    const [{ from, to, eml }] = server.delivered as [(typeof server.delivered)[number]]
    expect([from, to]).toEqual(['hola@tarjeta.example', [MAIL.to]])
    expect(eml).toMatch(/^Subject: =\?UTF-8\?Q\?Crea_una_contrase=C3=B1a_nueva\?=\r$/m)
    expect(eml).toMatch(/^Message-ID: <id-0001@tarjeta\.example>\r$/m)
    expect(eml).toMatch(/^Date: Mon, 02 Mar 2026 12:00:00 \+0000\r$/m)
    expect(eml).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(troubles).toEqual([])
  })

  test('a server that is busy is asked again, three times at most, with the same Message-ID', async () => {
    const server = await smtp((attempt) => (attempt < 3 ? { code: 451, text: 'come back' } : undefined))
    const mailer = mailerOf({ smtpUrl: server.url })
    mailer.send(MAIL)
    await settled(mailer)
    expect(server.tries()).toBe(3)
    expect(server.delivered.map(({ eml }) => /^Message-ID: (.*)\r$/m.exec(eml)?.[1])).toEqual([
      '<id-0001@tarjeta.example>',
    ])
    expect(pauses).toEqual([5_000, 30_000])
    const retrying = { kind: 'retrying', mailId: 'id-0001', code: 'SMTP 451' }
    expect(troubles).toEqual([retrying, retrying])
  })

  test('after the third try it is given up', async () => {
    const server = await smtp(() => ({ code: 450, text: 'mailbox busy' }))
    const mailer = mailerOf({ smtpUrl: server.url })
    mailer.send(MAIL)
    await settled(mailer)
    expect(server.tries()).toBe(3)
    expect(troubles.at(-1)).toEqual({ kind: 'given-up', mailId: 'id-0001', code: 'SMTP 450' })
  })

  test('a mail that the server refuses for good is tried once', async () => {
    const server = await smtp(() => ({ code: 550, text: `5.1.1 <${MAIL.to}> unknown` }))
    const mailer = mailerOf({ smtpUrl: server.url })
    mailer.send(MAIL)
    await settled(mailer)
    expect(server.tries()).toBe(1)
    expect(troubles).toEqual([{ kind: 'given-up', mailId: 'id-0001', code: 'SMTP 550' }])
  })

  test('a server that is away costs three tries, and nobody hears of address or text', async () => {
    const server = await smtp()
    await server.stop()
    const mailer = mailerOf({ smtpUrl: server.url })
    mailer.send(MAIL)
    await settled(mailer)
    expect(troubles.map(({ kind }) => kind)).toEqual(['retrying', 'retrying', 'given-up'])
    const told = JSON.stringify(troubles)
    for (const secret of [MAIL.to, 'ana', 'secreto', 'Crea']) expect(told).not.toContain(secret)
  })

  test('a mail that pauses before its next try holds back no other', async () => {
    const server = await smtp((attempt) => (attempt <= 4 ? { code: 421, text: 'later' } : undefined))
    const mailer = mailerOf({
      smtpUrl: server.url,
      wait: (_ms, hurry) => new Promise((resolve) => hurry.addEventListener('abort', resolve)),
    })
    for (let mail = 0; mail < 5; mail += 1) mailer.send(MAIL)
    await expect.poll(() => server.delivered.length, { timeout: WAIT_MS_MAX }).toBe(1)
    expect(mailer.pending).toBe(4)
    await mailer.stop(5_000)
    expect(server.delivered).toHaveLength(5)
  })
})

test('500 may wait; what comes then is dropped and told, and what waits is still sent', async () => {
  const mailer = mailerOf()
  for (let mail = 0; mail < 502; mail += 1) mailer.send(MAIL)
  expect(mailer.pending).toBe(500)
  await settled(mailer)
  expect(troubles).toEqual(
    ['id-0501', 'id-0502'].map((mailId) => ({ kind: 'dropped', mailId, code: undefined })),
  )
  expect((await listMails(folder))[0]?.name).toContain('id-0500')
})

describe('at the end', () => {
  test('what is under way is delivered, and nothing new is taken', async () => {
    const server = await smtp(undefined, () => new Promise((resolve) => setTimeout(resolve, 50)))
    const mailer = mailerOf({ smtpUrl: server.url })
    for (let mail = 0; mail < 9; mail += 1) mailer.send(MAIL)
    const stopped = mailer.stop(10_000)
    mailer.send(MAIL)
    await stopped
    expect(server.delivered).toHaveLength(9)
    expect([mailer.pending, troubles]).toEqual([0, [{ kind: 'dropped', mailId: 'id-0010', code: undefined }]])
  })

  test('a server that never greets costs no more than the time given', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const mailer = mailerOf({ smtpUrl: `smtp://127.0.0.1:${port}` })
    mailer.send(MAIL)
    const begun = performance.now()
    await mailer.stop(200)
    expect(performance.now() - begun).toBeLessThan(3_000)
    expect(troubles).toEqual([{ kind: 'abandoned', mailId: 'id-0001', code: undefined }])
  })
})

describe('what could smuggle a header or a recipient', () => {
  test.each([
    { to: 'ana@tarjeta.example\r\nBcc: luis@tarjeta.example' },
    { to: 'ana@tarjeta.example, luis@tarjeta.example' },
    { to: 'Ana <ana@tarjeta.example>' },
    { to: '' },
    { subject: 'Hola\r\nBcc: luis@tarjeta.example' },
    { subject: 'Hola\nX-Evil: 1' },
    { subject: 'Hola\u2028X-Evil: 1' },
  ])('%j is not sent at all', async (part) => {
    const server = await smtp()
    const mailer = mailerOf({ smtpUrl: server.url })
    mailer.send({ ...MAIL, ...part })
    expect(troubles).toEqual([{ kind: 'unfit', mailId: 'id-0001', code: undefined }])
    mailer.send(MAIL)
    await settled(mailer)
    expect(server.delivered).toHaveLength(1)
  })

  test('whatever stands in a mail, its head has one To, no Bcc, and no line of the text', async () => {
    const hostile = fc.stringMatching(/^[\r\n a-zA-Z:<>@,;."'=?ñ-]{0,60}$/)
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (local, subject, text) => {
        const mailer = mailerOf()
        mailer.send({ to: `${local}@tarjeta.example`, subject, text: `Bcc: a@b.cl\n${text}`, html: text })
        await settled(mailer)
        for (const name of await readdir(folder).catch(() => [])) {
          const head = (await readFile(join(folder, name), 'utf8')).split(/\r?\n\r?\n/)[0]!
          expect(head.match(/^To:/gim)).toHaveLength(1)
          expect(head).not.toMatch(/^Bcc:/im)
        }
        await rm(folder, { recursive: true, force: true })
      }),
      { seed: Number(process.env.TEST_SEED), numRuns: 60 },
    )
  })
})

describe('without a server', () => {
  test('a mail is a file that only the person who runs the product can read', async () => {
    const mailer = mailerOf()
    mailer.send(MAIL)
    await settled(mailer)
    expect(await readdir(folder)).toEqual(['20260302T120000000Z-id-0001.eml'])
    const path = join(folder, '20260302T120000000Z-id-0001.eml')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toMatch(/^Message-ID: <id-0001@tarjeta\.example>\r$/m)
  })

  test('the list shows the newest first, and each can be read', async () => {
    let now = NOW
    const mailer = mailerOf({ now: () => now })
    mailer.send(MAIL)
    now = new Date('2026-03-02T12:00:01.000Z')
    mailer.send({ ...MAIL, subject: 'Otro' })
    await settled(mailer)
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

  test('the newest 200 are kept', async () => {
    const mailer = mailerOf()
    for (let mail = 0; mail < 203; mail += 1) mailer.send(MAIL)
    await settled(mailer)
    const names = (await listMails(folder)).map(({ name }) => name.slice(20, 27))
    expect([names.length, names[0], names.at(-1)]).toEqual([200, 'id-0203', 'id-0004'])
  })

  test('a folder that cannot be written to is trouble, and no more than that', async () => {
    await writeFile(folder, 'a file where the folder should be')
    const mailer = mailerOf()
    mailer.send(MAIL)
    await settled(mailer)
    expect(troubles.at(-1)).toMatchObject({ kind: 'given-up', code: 'EEXIST' })
  })

  test('no folder yet is no mail yet', async () => {
    expect(await listMails(folder)).toEqual([])
  })

  test.each([
    '../secreto.eml',
    '..%2Fsecreto.eml',
    '/etc/passwd',
    'secreto.eml',
    '20260302T120000000Z-../../x.eml',
  ])('%j leads to no file', async (name) => {
    const mailer = mailerOf()
    mailer.send(MAIL)
    await settled(mailer)
    await writeFile(join(folder, '../secreto.eml'), 'Subject: no\n\nno')
    await writeFile(join(folder, 'secreto.eml'), 'Subject: no\n\nno')
    expect(await readMail(folder, name)).toBeUndefined()
  })
})
