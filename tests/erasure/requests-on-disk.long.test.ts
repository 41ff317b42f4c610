import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { mailboxSubject, requestStream } from '@app/contracts/events/rights-events.ts'
import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import { startTestSmtp } from '@app/mail/testing/test-smtp.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { subjectKeyPlace } from '@app/vault/keys/subject-keys.ts'
import { databaseUrlOf } from '../kills/product-log.ts'
import { RAISED_LIMITS, quotationOf, signInAt } from '../kills/rights-acts.ts'
import { eventually } from '../support/eventually.ts'
import { ownLogPlace } from '../support/log-places.ts'
import { send } from '../support/processes/mailbox-calls.ts'
import { believeNextClock, daysAgo } from '../support/processes/past-clock.ts'
import { call } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { formsOfWord } from './erased-words.ts'
import { checkpoint, keysThatOpen, textOfLog } from './product-files.ts'
import { filesBelow, leftIn } from './wrapped-keys-on-disk.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Longer than all periods. */
const PAST = daysAgo(1_250)
const EMAIL = 'ayelen.painemal@correo.example'
const WORDS = {
  name: 'Ayelén Painemal',
  phone: '+56 9 2468 1397',
  when: 'En la feria de Lumaco',
  words: 'Mi teléfono terminaba en 98',
}
const REASON = 'No encontramos a Ayelén en esta tarjeta'
const QUOTED = 'Molino Trafkintu SpA'
const sought = [EMAIL, ...Object.values(WORDS), REASON, QUOTED].flatMap((name) =>
  formsOfWord(name).map((form) => ({ name, form })),
)

/** Somebody asks, is refused, and asks for a link that no mail server ever takes. */
async function askAndRefuse(url: string, password: string): Promise<readonly string[]> {
  const quotation = await quotationOf(url, EMAIL, QUOTED)
  await send(`${url}/api/rights/requests`, { kind: 'erasure', card: 'demo', ...WORDS, email: EMAIL })
  await send(`${url}/api/rights/link`, { email: EMAIL })
  const token = await signInAt(url, password)
  const requests = `${url}/api/admin/requests`
  const listed = async () => {
    const { body } = await call(requests, { headers: { Authorization: `Bearer ${token}` } })
    return (body as unknown as readonly AdminRequest[]).find(({ who }) => who === WORDS.name)!.id
  }
  const id = await eventually(listed)
  const refusal = { act: 'refuse', reason: 'unconfirmed', words: REASON }
  await send(`${requests}/${id}`, refusal, { token, method: 'PUT' })
  return [quotation, requestStream(id)]
}

const subjectsOfMails = (databaseUrl: string): Promise<readonly string[]> =>
  withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ subject: string }>('select distinct subject from vault.mails')
    return rows.map(({ subject }) => subject)
  })

/** As after hours without a mail server. */
const giveUpMails = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => {
    await client.query("update vault.mails set tries = 10000, due_at = '2000-01-01'")
  })

test('nothing of a request that expired, or of a link that was never sent, can be read in any file [PRIV-2, PRIV-4, PRIV-18]', async () => {
  const { env: ofLog, ...place } = await ownLogPlace('postgres')
  const [dataDir, backup] = [await ownDataFolder(), await ownDataFolder()]
  const away = await startTestSmtp()
  await away.stop()
  const env = { ...ofLog, SMTP_URL: away.url, RATE_LIMITS: RAISED_LIMITS }
  const past = await startProductProcess({ dataDir, env: { ...env, ...PAST } })
  const asked = await askAndRefuse(past.url, past.adminPassword!)
  const mailbox = await eventually(async () => {
    const mailed = await subjectsOfMails(await databaseUrlOf(dataDir))
    expect(mailed).toContain(asked[1])
    return mailed.find((subject) => subject.startsWith(mailboxSubject('')))!
  })
  await eventually(
    async () => {
      await giveUpMails(await databaseUrlOf(dataDir))
      expect(await subjectsOfMails(await databaseUrlOf(dataDir))).toEqual([])
    },
    { everyMs: 1_000 },
  )
  await believeNextClock(await databaseUrlOf(dataDir))
  await past.stop()
  await cp(join(dataDir, 'postgres'), join(backup, 'postgres'), { recursive: true })
  const names = [...asked, mailbox].map((name) => ({ name, place: subjectKeyPlace(name) }))
  expect(new Set((await keysThatOpen(dataDir, [backup], names)).map(String)).size).toBe(names.length)

  const product = await startProductProcess({ dataDir, env })
  const expired = [...asked, mailbox].map((subject) => ({ subject, reason: 'retention' }))
  await eventually(async () => {
    const erased = (await place.read(dataDir)).filter(({ type }) => type === 'SubjectErased')
    expect(new Set(erased.map(({ data }) => data))).toEqual(new Set(expired))
  })
  expect(await runOps({ dataDir, env }, 'epoch', 'begin')).toContain('Comenzó la época')
  await checkpoint(dataDir)
  const output = [past, product].map((one) => `${one.output()}${one.errors()}`).join('\n')
  expect(
    leftIn(
      [
        ...(await filesBelow(dataDir, backup)),
        { path: 'the log', bytes: await textOfLog(place, dataDir) },
        { path: 'output of the products', bytes: Buffer.from(output) },
      ],
      sought,
    ),
  ).toEqual([])
  expect(await keysThatOpen(dataDir, [dataDir, backup], names)).toEqual([])
  expect(await product.stop()).toBe(0)
})
