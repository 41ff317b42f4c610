import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readResetToken } from '@app/api/http/access/reset-token.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { ACCOUNT_MAILS } from '@app/contracts/limits/rate-limits.ts'
import { readEml } from '@app/mail/eml.ts'
import {
  startTestSmtp,
  type Delivered,
  type TestSmtp,
  type TestSmtpOptions,
} from '@app/mail/testing/test-smtp.ts'
import { resetAddressee } from '@app/api/accounts/reset-link.ts'
import { createSubjects } from '@app/vault/keys/subjects.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { waitsForLock } from '../../../tests/support/lock-waits.ts'
import { openMailSide, type MailSide } from '../testing/mail-side.ts'
import { accountOf } from '../testing/people.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ABANDONED_MS = 2 * MINUTE_MS

let side: MailSide
beforeAll(async () => {
  side = await openMailSide()
})
beforeEach(() => side.forget())
afterAll(() => side?.close())

async function smtp(options?: TestSmtpOptions): Promise<TestSmtp> {
  const server = await startTestSmtp(options)
  onTestFinished(() => server.stop())
  return server
}

const kinds = (): readonly string[] => side.outcomes.map(({ kind }) => kind)
const messageIdOf = ({ eml }: Delivered): string | undefined => /^Message-ID: (.*)\r$/m.exec(eml)?.[1]
const tokenOf = async ({ eml }: Delivered): Promise<string> =>
  /reset\?token=([\w-]+)/.exec((await readEml(eml)).text)?.[1] ?? ''

/** An SMTP server that is down, and starts again. */
async function awayServer(): Promise<{ readonly url: string; back(): Promise<TestSmtp> }> {
  const { url, port, stop } = await startTestSmtp()
  await stop()
  return { url, back: () => smtp({ port }) }
}

longTest(
  'while the mail server is away for an hour five requests become one mail with a valid link, count as one, and no report names anybody [MAIL-10]',
  async () => {
    const ana = await side.person('Ana')
    const server = await awayServer()
    const sender = side.sender({ smtpUrl: server.url })
    for (let asking = 0; asking < 5; asking += 1) {
      await side.ask(ana)
      await sender.sendDue()
      side.clock.advance(12 * MINUTE_MS)
    }
    expect([(await side.rows()).length, await side.counted(ana)]).toEqual([1, 0])
    const { delivered } = await server.back()
    await sender.sendDue()
    expect([delivered.length, (await side.rows()).length, await side.counted(ana)]).toEqual([1, 0, 1])
    const { reset } = await accountOf(side.backend.own.store, ana)
    expect(readResetToken(await tokenOf(delivered[0]!))?.tokenHash).toBe(reset?.tokenHash)
    const leftMs = Date.parse(reset!.expiresAt) - side.clock.now().getTime()
    expect(leftMs).toBeGreaterThanOrEqual((LIMITS.resetMinutes / 2) * MINUTE_MS)
    expect((await readEml(delivered[0]!.eml)).text).toContain(`vence en ${leftMs / MINUTE_MS} minutos`)
    expect(new Set(kinds())).toEqual(new Set(['retried', 'sent']))
    expect(side.outcomes[0]).toEqual({
      kind: 'retried',
      mailId: expect.any(String) as string,
      code: 'ESOCKET',
    })
    expect(JSON.stringify(side.outcomes)).not.toMatch(/ana|correo|token/i)
  },
)

test('a mail whose acknowledgement was lost is the same mail again, by its Message-ID and its link', async () => {
  const server = await smtp({ losesAnswer: (message) => message === 1 })
  const sender = side.sender({ smtpUrl: server.url })
  await side.ask(await side.person('Ana'))
  await sender.sendDue()
  side.clock.advance(MINUTE_MS)
  await sender.sendDue()
  expect(kinds()).toEqual(['retried', 'sent'])
  const [first, second] = server.delivered
  expect([messageIdOf(first!), await tokenOf(first!)]).toEqual([messageIdOf(second!), await tokenOf(second!)])
})

longTest('a mailbox that does not exist is tried once, and does not count', async () => {
  const server = await smtp({ answer: () => ({ code: 550, text: '5.1.1 unknown' }) })
  const ana = await side.person('Ana')
  await side.ask(ana)
  await side.sender({ smtpUrl: server.url }).sendDue()
  expect(side.outcomes).toMatchObject([{ kind: 'given-up', code: 'SMTP 550 5.1.1' }])
  expect([server.tries(), await side.rows(), await side.counted(ana)]).toEqual([1, [], 0])
})

test('a mail whose tries are used up is abandoned', async () => {
  await side.ask(await side.person('Ana'))
  await side.backend.own.db.query('update vault.mails set tries = 1000')
  await side.sender({ smtpUrl: (await awayServer()).url }).sendDue()
  expect([kinds(), await side.rows()]).toEqual([['given-up'], []])
})

longTest(
  'six mails within the hour are five, the sixth is not sent late, and a clock that is set back begins anew [MAIL-9]',
  async () => {
    const server = await smtp()
    const ana = await side.person('Ana')
    const sender = side.sender({ smtpUrl: server.url })
    for (let mail = 1; mail <= ACCOUNT_MAILS.max + 1; mail += 1) {
      await side.ask(ana)
      await sender.sendDue()
    }
    expect([server.delivered.length, kinds().at(-1), await side.rows()]).toEqual([
      ACCOUNT_MAILS.max,
      'dropped',
      [],
    ])
    const full = `update vault.rate_counters set count = ${ACCOUNT_MAILS.max} where name = 'password-reset'`
    for (const [nth, jumpMs] of [ACCOUNT_MAILS.seconds * SECOND_MS, -3 * DAY_MS].entries()) {
      await side.backend.own.db.query(full)
      side.clock.advance(jumpMs)
      await side.ask(ana)
      await sender.sendDue()
      expect(server.delivered).toHaveLength(ACCOUNT_MAILS.max + 1 + nth)
    }
  },
)

test('an unregistered address occupies the queue for a moment only', async () => {
  await side.ask('0199a000-0000-8000-8000-0000000000ff')
  expect(await side.rows()).toHaveLength(1)
  await side.sender({ smtpUrl: (await awayServer()).url }).sendDue()
  expect([kinds(), await side.rows()]).toEqual([['dropped'], []])
})

test('a full queue refuses everybody alike, also those for whom a mail waits', async () => {
  const queue = side.queueOf(2)
  const [ana, luis, eva] = await Promise.all(['Ana', 'Luis', 'Eva'].map((name) => side.person(name)))
  await queue.add(resetAddressee(ana!))
  await queue.add(resetAddressee(luis!))
  for (const id of [ana!, eva!])
    await expect(queue.add(resetAddressee(id))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 120,
    })
  expect(await side.rows()).toHaveLength(2)
})

describe('two senders', () => {
  test('never send the same mail [MAIL-10]', async () => {
    const server = await smtp()
    const people = await Promise.all(Array.from({ length: 4 }, (_, n) => side.person(`Persona${n}`)))
    await Promise.all(people.map((id) => side.ask(id)))
    const senders = [side.sender({ smtpUrl: server.url }), side.sender({ smtpUrl: server.url })]
    await Promise.all(senders.map((sender) => sender.sendDue()))
    expect(new Set(server.delivered.map(messageIdOf)).size).toBe(4)
    expect([server.delivered.length, await side.rows()]).toEqual([4, []])
  })

  test('do not claim the same mail, at whatever moment the other one does', async () => {
    await side.ask(await side.person('Ana'))
    const claim = (n: number) => ({
      lease: `0199a000-0000-7000-8000-00000000000${n}`,
      max: 1,
      abandoned: [],
    })
    const other = await side.backend.own.db.connect()
    try {
      // The other sender's claim is written, but not committed.
      await other.query('begin')
      await other.query('update vault.mails set lease = $1', [claim(1).lease])
      const claiming = side.queue.claim(claim(2))
      await waitsForLock(side.backend.own.db, claiming)
      await other.query('commit')
      expect(await claiming).toEqual([])
    } finally {
      other.release()
    }
  })

  longTest(
    'survive the death of one: the other takes over its mail, once the lease is abandoned',
    async () => {
      const server = await smtp()
      await side.ask(await side.person('Ana'))
      await side.queue.claim({ lease: '0199a000-0000-7000-8000-000000000001', max: 1, abandoned: [] })
      const sender = side.sender({ smtpUrl: server.url })
      await sender.sendDue()
      side.clock.advance(HOUR_MS)
      side.advanceMonotonic(ABANDONED_MS - 1)
      await sender.sendDue()
      expect(server.delivered).toHaveLength(0)
      side.advanceMonotonic(1)
      await sender.sendDue()
      expect([server.delivered.length, await side.rows()]).toEqual([1, []])
    },
  )
})

describe('a waiting mail', () => {
  test('shows neither address, name nor link in the tables [PRIV-1]', async () => {
    const ana = await side.person('Ximena')
    const server = await smtp({ losesAnswer: () => true })
    await side.ask(ana)
    await side.sender({ smtpUrl: server.url }).sendDue()
    const token = await tokenOf(server.delivered[0]!)
    expect(token).toHaveLength(64)
    const secret = Buffer.from(token, 'base64url').subarray(16)
    const [row] = await side.rows()
    expect(row).toContain('"contents":"')
    for (const text of ['ximena', 'Ximena', 'correo.example', token, 'token'])
      for (const spelled of [text, Buffer.from(text).toString('hex')]) expect(row).not.toContain(spelled)
    for (const spelled of ['hex', 'base64', 'base64url'] as const)
      expect(row).not.toContain(secret.toString(spelled))
  })

  test('of an erased person cannot be decrypted any more, and is dropped [MAIL-11]', async () => {
    const ana = await side.person('Ana')
    const server = await awayServer()
    const sender = side.sender({ smtpUrl: server.url })
    await side.ask(ana)
    await sender.sendDue()
    await side.backend.own.keys.destroy(accountStream(ana))
    side.clock.advance(MINUTE_MS)
    const { contents } = (
      await side.queue.claim({ lease: '0199a000-0000-7000-8000-000000000001', max: 1, abandoned: [] })
    )[0]!
    expect(contents).toBeUndefined()
    const { tries } = await server.back()
    await sender.sendDue()
    side.advanceMonotonic(ABANDONED_MS)
    await sender.sendDue()
    expect([kinds().at(-1), tries(), await side.rows()]).toEqual(['dropped', 0, []])
  })
})

test('a mail that is requested twice is one file in the folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-mail-queue-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const ana = await side.person('Ana')
  await side.ask(ana)
  await side.ask(ana)
  await side.sender({ folder }).sendDue()
  expect(await readdir(folder)).toHaveLength(1)
})

longTest('a stopped sender interrupts pending mails, and leaves them for the next start', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const sender = side.sender({ smtpUrl: `smtp://127.0.0.1:${port}` })
  await side.ask(await side.person('Ana'))
  sender.start()
  await eventually(async () => expect((await side.rows())[0]).toContain('"contents":"'))
  await sender.stop(20)
  const server = await smtp()
  await side.sender({ smtpUrl: server.url }).sendDue()
  expect(server.delivered).toHaveLength(1)
})

longTest('a mail that was handed over while the database goes away is not sent again', async () => {
  const behind = await openMailSide('everything')
  onTestFinished(() => behind.close())
  let away = async (): Promise<void> => undefined
  const server = await smtp({ beforeTaken: () => away() })
  const ana = await behind.person('Ana')
  const sender = behind.sender({ smtpUrl: server.url })
  onTestFinished(() => sender.stop(0))
  await behind.ask(ana)
  away = () => behind.backend.proxy.stop()
  sender.start()
  await eventually(() => expect(behind.troubles.length).toBeGreaterThan(1))
  await behind.backend.proxy.start()
  await eventually(async () => expect(await behind.rows()).toEqual([]))
  expect([server.delivered.length, await behind.counted(ana)]).toEqual([1, 1])
})

longTest(
  'the mail of a blocked account is dropped with that reason, and the next one is sent once the block is lifted [PRIV-15]',
  async () => {
    const ana = await side.person('Ana')
    const server = await smtp()
    const sender = side.sender({ smtpUrl: server.url })
    const blocks = createSubjects(side.backend.app)
    await blocks.freeze(accountStream(ana), side.clock.now())
    await side.ask(ana)
    await sender.sendDue()
    expect([server.delivered, side.outcomes]).toEqual([
      [],
      [expect.objectContaining({ kind: 'dropped', code: 'blocked' })],
    ])
    await blocks.unfreeze(accountStream(ana))
    await side.ask(ana)
    await sender.sendDue()
    expect(kinds()).toEqual(['dropped', 'sent'])
  },
)
