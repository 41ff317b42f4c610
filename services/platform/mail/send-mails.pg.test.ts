import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readResetToken } from '../../accounts/reset-link.ts'
import { resetAddressee } from '../../accounts/reset-link.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { readEml } from './mail-folder.ts'
import { smtp, startTestSmtp, type Delivered, type TestSmtp } from './testing/test-smtp.ts'
import { createSubjects } from '../../kernel/keys/subjects.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { openMailSide, type MailSide } from './testing/mail-side.ts'
import { retryMailAfterMs } from './mail-retries.ts'

const MINUTE_MS = 60_000

let side: MailSide
beforeAll(async () => {
  side = await openMailSide()
})
beforeEach(() => side.forget())
afterAll(() => side?.close())

const ask = (accountId: string): Promise<void> => side.requestMail(resetAddressee(accountId))
const kinds = (): readonly string[] => side.outcomes.map(({ kind }) => kind)
const messageIdOf = ({ eml }: Delivered): string => /^Message-ID: (.+)\r$/m.exec(eml)![1]!
const tokenOf = async ({ eml }: Delivered): Promise<string> =>
  /reset\?token=([\w-]+)/.exec((await readEml(eml)).text)?.[1] ?? ''

/** An SMTP server that is down, and starts again. */
async function awayServer(): Promise<{ readonly url: string; back(): Promise<TestSmtp> }> {
  const { url, port, stop } = await startTestSmtp()
  await stop()
  return { url, back: () => smtp({ port }) }
}

test('while the mail server is away for an hour five requests become one mail with a valid link, and no report names anybody [MAIL-10]', async () => {
  const ana = await side.person('Ana')
  const server = await awayServer()
  const sendDue = side.sender({ smtpUrl: server.url })
  for (let asking = 0; asking < 5; asking += 1) {
    await ask(ana)
    await sendDue()
    side.clock.advance(12 * MINUTE_MS)
  }
  expect(await side.rows()).toHaveLength(1)
  const { delivered } = await server.back()
  await sendDue()
  expect([delivered.length, await side.rows()]).toEqual([1, []])
  const { accountId, endsAt } = readResetToken(await tokenOf(delivered[0]!))!
  expect([accountId, endsAt.getTime() - side.clock.now().getTime()]).toEqual([ana, 60 * MINUTE_MS])
  expect(new Set(kinds())).toEqual(new Set(['retried', 'sent']))
  expect(side.outcomes[0]).toMatchObject({ kind: 'retried', code: 'ESOCKET' })
  expect(JSON.stringify(side.outcomes)).not.toMatch(/ana|correo|token/i)
})

test('a mail whose acknowledgement was lost is the same mail again, by its Message-ID', async () => {
  const server = await smtp({ losesAnswer: (message) => message === 1 })
  const sendDue = side.sender({ smtpUrl: server.url })
  await ask(await side.person('Ana'))
  await sendDue()
  side.clock.advance(MINUTE_MS)
  await sendDue()
  expect(kinds()).toEqual(['retried', 'sent'])
  const [first, second] = server.delivered
  expect(messageIdOf(first!)).toBe(messageIdOf(second!))
})

longTest('a mailbox that does not exist is tried once', async () => {
  const server = await smtp({ answer: () => ({ code: 550, text: '5.1.1 unknown' }) })
  await ask(await side.person('Ana'))
  await side.sender({ smtpUrl: server.url })()
  expect(side.outcomes).toMatchObject([{ kind: 'given-up', code: 'SMTP 550 5.1.1' }])
  expect([server.tries(), await side.rows()]).toEqual([1, []])
})

test('a mail whose tries are used up is abandoned, and one that is requested again begins anew', async () => {
  const sendDue = side.sender({ smtpUrl: (await awayServer()).url })
  const ana = await side.person('Ana')
  for (const again of [true, false]) {
    await ask(ana)
    await side.backend.own.db.query('update kernel.jobs set tries = 1000')
    if (again) await ask(ana)
    await sendDue()
    side.clock.advance(MINUTE_MS)
  }
  expect([kinds(), await side.rows()]).toEqual([['retried', 'given-up'], []])
})

test('a full queue refuses everybody alike, also those for whom a mail waits', async () => {
  const [ana, eva] = [await side.person('Ana'), await side.person('Eva')]
  await ask(ana)
  await side.backend.own.db.query(
    "insert into kernel.jobs select 'mail', n::text, now(), now() from generate_series(2, 5000) n",
  )
  for (const id of [ana, eva])
    await expect(ask(id)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 120 })
  expect(await side.rows()).toHaveLength(5_000)
})

test('a waiting mail shows neither address, name nor link in the tables, and its contents open for nobody after an erasure [PRIV-1, MAIL-11]', async () => {
  const ana = await side.person('Ximena')
  const server = await awayServer()
  await ask(ana)
  const codeTo = { to: 'ximena@correo.example', code: '12345678' }
  await side.requestMail({ kind: 'email-code', subject: accountStream(ana) }, JSON.stringify(codeTo))
  const rows = (await side.rows()).join()
  expect(rows).toContain('"sealed":')
  for (const text of ['ximena', 'Ximena', 'correo.example', '12345678'])
    for (const spelled of ['utf8', 'hex', 'base64'] as const)
      expect(rows).not.toContain(Buffer.from(text).toString(spelled))
  await side.backend.own.keys.destroy(accountStream(ana))
  await side.backend.own.db.query("delete from kernel.jobs where key like 'email-code %'")
  await side.sender({ smtpUrl: server.url })()
  expect([kinds(), await side.rows()]).toEqual([['dropped'], []])
})

longTest(
  'the mail of a blocked account is dropped with that reason, and the next one is sent once the block is lifted [PRIV-15]',
  async () => {
    const ana = await side.person('Ana')
    const server = await smtp()
    const sendDue = side.sender({ smtpUrl: server.url })
    const blocks = createSubjects(side.backend.app)
    await blocks.freeze(accountStream(ana), side.clock.now())
    await ask(ana)
    await sendDue()
    expect([server.delivered, side.outcomes]).toEqual([
      [],
      [expect.objectContaining({ kind: 'dropped', code: 'blocked' })],
    ])
    await blocks.unfreeze(accountStream(ana))
    await ask(ana)
    await sendDue()
    expect(kinds()).toEqual(['dropped', 'sent'])
  },
)

const HOUR_MS = 3_600_000

function pauses(random: number): readonly number[] {
  const found: number[] = []
  for (let tries = 1; ; tries += 1) {
    const ms = retryMailAfterMs(tries, () => random)
    if (ms === undefined) return found
    found.push(ms)
  }
}

test('a mail is tried for six hours, at first after seconds and at last every ten minutes', () => {
  const ms = pauses(0.5)
  expect(ms.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000])
  expect(ms.at(-1)).toBe(600_000)
  const hours = ms.reduce((sum, one) => sum + one, 0) / HOUR_MS
  expect(hours).toBeGreaterThan(5.8)
  expect(hours).toBeLessThanOrEqual(6)
})

test('the jitter is a quarter at most', () => {
  expect([retryMailAfterMs(1, () => 0), retryMailAfterMs(1, () => 1)]).toEqual([3_750, 6_250])
  expect(Math.max(...pauses(1))).toBeLessThanOrEqual(15 * 60_000)
})
