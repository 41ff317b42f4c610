import { describe, expect, test } from 'vitest'
import { mailboxSession } from '@app/contracts/privacy/mailbox.ts'
import { RIGHTS_LINKS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import {
  mailboxHolder,
  newMailboxKey,
  quotationOf,
  tokenIn,
} from '../../../tests/support/api/mailbox-holder.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { answerOf, countsByStatus, expectRefused } from '../../../tests/support/api/test-client.ts'
import { isLong, longTest } from '../../../tests/support/longer-runs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SUBJECT = `Tus datos en ${PRODUCT.name}`
const SENT = { message: 'Si el correo existe, te enviamos un enlace.' }

let waits = 0
const api = useTestApi({ answerTime: async () => (waits += 1) })

let people = 0
/** Somebody of whom a quotation is kept. */
async function known() {
  people += 1
  const email = `conocida-${people}@correo.example`
  await quotationOf(api, email)
  return mailboxHolder(api, email)
}
const unknown = () => mailboxHolder(api, `nadie-${(people += 1)}@correo.example`)

const rowsOf = async (table: string, condition = 'true'): Promise<number> =>
  (await api.db.query<{ n: number }>(`select count(*)::int as n from vault.${table} where ${condition}`))
    .rows[0]!.n

const waiting = async () => (await api.db.query("select from kernel.jobs where kind = 'mail'")).rowCount

// First: mails about quotations of the other tests come when they come.
test('unknown mailboxes fill no table [PRIV-16]', async () => {
  const tables = ['rate_counters', 'rights_links', 'subjects']
  const counts = () => Promise.all([...tables.map((table) => rowsOf(table)), waiting()])
  await unknown().ask()
  const before = await counts()
  for (const holder of [unknown(), unknown(), unknown()]) await holder.ask()
  expect(await counts()).toEqual(before)
})

describe('the mail', () => {
  test('has the link after #, as a button and as text [PRIV-16]', async () => {
    const ana = await known()
    const token = await ana.token()
    const { to, subject, text, html } = ana.mails()[0]!
    const link = `https://tarjeta.example/mis-datos#${token}`
    expect([to, subject, text]).toEqual([ana.email, SUBJECT, expect.stringContaining(link)])
    expect(html).toContain(`href="${link}"`)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('shows neither address nor secret in the tables [PRIV-1]', async () => {
    const ana = await known()
    const token = await ana.token()
    const { rows } = await api.db.query<{ row: string }>(
      'select row_to_json(l)::text as row from vault.rights_links l',
    )
    const all = rows.map(({ row }) => row).join('\n')
    for (const text of [ana.email, token])
      for (const spelled of [text, Buffer.from(text).toString('hex')]) expect(all).not.toContain(spelled)
    expect(all).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })
})

test('a known and an unknown mailbox get the same answer, after the same pause [PRIV-16]', async () => {
  const answers = []
  waits = 0
  for (const holder of [await known(), unknown()]) answers.push(await answerOf(await holder.ask()))
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 200, body: JSON.stringify(SENT) })
  expect(waits).toBe(2)
})

longTest(
  'ten thousand asks for one mailbox send five mails an hour, and fill no table [PRIV-16]',
  async () => {
    const ana = await known()
    // The mail about the request by which the mailbox is known is counted as well.
    await eventually(async () => expect(api.mails.some(({ to }) => to === ana.email)).toBe(true))
    const before = await rowsOf('rate_counters')
    for (let asked = 0; asked < 10_000; asked += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ana.ask()))
      expect(countsByStatus(answers)).toEqual({ 200: 10 })
    }
    await eventually(async () => expect(await waiting()).toBe(0))
    const sent = ana.mails().length
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(RIGHTS_LINKS_OF_MAILBOX.max)
    expect(await rowsOf('rights_links', `mailbox = '${ana.mailboxId}'`)).toBe(sent)
    expect((await rowsOf('rate_counters')) - before).toBeLessThanOrEqual(3)
    api.clock.advance(HOUR_MS)
    await ana.token()
    // A new link removes those that have ended.
    expect(await rowsOf('rights_links', `mailbox = '${ana.mailboxId}'`)).toBe(1)
  },
)

describe('a link', () => {
  const PAGES = ['get', 'head'] as const

  test('is used up by the press alone: programs may fetch the page as often as they like [PRIV-16]', async () => {
    const ana = await known()
    const token = await ana.token()
    for (const method of PAGES)
      for (const address of [`/mis-datos#${token}`, `/mis-datos?${token}`, `/api/rights/open?token=${token}`])
        await api.call(address, { method })
    expect((await ana.openAs(token)).status).toBe(200)
  })

  test('opens an hour for the browser that opens it first, which may open it again [PRIV-16]', async () => {
    const ana = await known()
    const token = await ana.token()
    api.clock.advance(59 * MINUTE_MS)
    const opened = mailboxSession.parse(await (await ana.openAs(token)).json())
    expect(opened).toEqual({
      email: ana.email,
      until: new Date(api.clock.now().getTime() + HOUR_MS).toISOString(),
    })
    api.clock.advance(59 * MINUTE_MS)
    expect(mailboxSession.parse(await (await ana.openAs(token)).json())).toEqual(opened)
    expect((await ana.mine()).email).toBe(ana.email)
    // However often it is opened, it is one request to see.
    expect(await ana.requests()).toEqual([['access', ['done']]])
    api.clock.advance(MINUTE_MS)
    await expectRefused(await ana.openAs(token), 400, 'invalid-token')
    await expectRefused(await api.call('/api/rights/mine', { headers: ana.headers }), 400, 'invalid-token')
  })

  test('that is used, late, changed, or another browser’s opens nothing, and all are answered alike [PRIV-16]', async () => {
    const [used, late, changed] = [await known(), await known(), await known()]
    const tokens = { used: await used.token(), late: await late.token(), changed: await changed.token() }
    await used.openAs(tokens.used)
    await used.mine()
    const swapped = `${tokens.changed.startsWith('A') ? 'B' : 'A'}${tokens.changed.slice(1)}`
    const answers = [await answerOf(await used.openAs(tokens.used, newMailboxKey()))]
    for (const token of [swapped, '', 'x', 'x'.repeat(200)])
      answers.push(await answerOf(await changed.openAs(token)))
    api.clock.advance(HOUR_MS)
    answers.push(await answerOf(await late.openAs(tokens.late)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 400, body: expect.stringContaining('invalid-token') })
    expect(await used.requests()).toEqual([['access', ['done']]])
    expect(await late.requests()).toEqual([])
  })

  test('that browsers open at once belongs to exactly one [PRIV-16]', async () => {
    const ana = await known()
    const token = await ana.token()
    const keys = Array.from({ length: isLong ? 20 : 4 }, newMailboxKey)
    const answers = await Promise.all(keys.map((key) => ana.openAs(token, key)))
    expect(countsByStatus(answers)).toEqual({ 200: 1, 400: keys.length - 1 })
    const seen = await Promise.all(
      keys.map((key) => api.call('/api/rights/mine', { headers: { 'mailbox-key': key } })),
    )
    expect(seen.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
  })
})

test('a key that opened nothing, and none at all, are refused alike', async () => {
  const { key } = await known()
  const answers = []
  for (const headers of [
    {},
    { 'mailbox-key': key },
    { 'mailbox-key': 'x' },
    { cookie: `mailbox-key=${key}` },
  ])
    answers.push(await answerOf(await api.call('/api/rights/mine', { headers })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 400 })
})

longTest('a full queue of mails is not told from an unknown mailbox, and takes no try', async () => {
  const ana = await known()
  await api.db.query(
    `insert into kernel.jobs (kind, key, due_at, set_at)
     select 'mail', 'password-reset account-' || n, $1::timestamptz + interval '10 minutes', $1 from generate_series(1, 5000) n`,
    [api.clock.now()],
  )
  expect(await (await ana.ask()).json()).toEqual(SENT)
  await api.db.query(`delete from kernel.jobs where kind = 'mail'`)
  for (let nth = 0; nth < RIGHTS_LINKS_OF_MAILBOX.max; nth += 1) await ana.token()
  expect(ana.mails().map(tokenIn)).toHaveLength(RIGHTS_LINKS_OF_MAILBOX.max)
})
