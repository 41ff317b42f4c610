import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readStream } from '../../kernel/codec.ts'
import { quotationRequested, visitorIdentified, write } from '../../../tests/support/api/test-log.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { mailboxSubject } from '@app/contracts/privacy/requests.ts'
import { START } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream, visitorSubject } from '@app/contracts/taps.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders.ts'
import { createErasureLedger } from '../../privacy/erasures/shred.ts'
import { createMailer, keptMailFolder } from '../../platform/mail/mail-folder.ts'
import { createSubscriptionIds } from '../../kernel/keys/keyed-ids.ts'
import { erasureLedgerPath } from '../../platform/settings/secrets.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { eraseCommand } from './erase-command.ts'
import { heardSecurity } from '../testing/security-lines.ts'
import { ADMIN_EMAIL, installProduct, type InstalledProduct } from '../testing/installed-product.ts'
import { folderFor, terminalTo, type ProductFolder } from '../testing/product-folder.ts'

const PROFILE = '0199a000-0000-7000-8000-0000000000aa'
const EMAIL = 'ana@telares.example'

/** Shared by all tests; each has its own people and ledger. */
let product: InstalledProduct
let folder: ProductFolder
let dataDir: string
let security: () => string
let erasedBefore: number
beforeAll(async () => {
  product = await installProduct()
})
afterAll(() => product.close())
beforeEach(async () => {
  folder = await folderFor(product)
  ;({ dataDir } = folder)
  erasedBefore = 0
  erasedBefore = (await subjectsInLog()).length
  security = heardSecurity()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await folder.remove()
})

/** Runs the command with a typed answer or with `--yes`. A refusal becomes its text. */
async function erase(
  email: string,
  typed?: string,
): Promise<{ readonly code: number; readonly out: string }> {
  const lines: string[] = []
  const ask = async () => typed!
  const asked = { email, ask: typed === undefined ? undefined : ask }
  const code = await eraseCommand(folder.settings, terminalTo(lines), asked, async () => undefined).catch(
    (error: unknown) => {
      if (!(error instanceof StartError)) throw error
      lines.push(error.message)
      return 1
    },
  )
  return { code, out: lines.join('\n') }
}

const toldSecurity = (): readonly object[] =>
  security()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
const tell = (stream: string, event: DomainEvent) =>
  write(product.backend.store, product.backend.now(), stream, [event])

/** A visitor identifies themselves on a profile. */
async function identify(fullName: string): Promise<string> {
  const visitorId = product.backend.newId()
  const identified = visitorIdentified({ profileId: PROFILE, visitorId }, fullName)
  await tell(interactionStream(product.backend.newId()), identified)
  return visitorId
}

async function askForCards(email: string, contactPerson: string): Promise<string> {
  const id = product.backend.newId()
  await tell(quotationStream(id), quotationRequested({ company: 'Telares Ltda', contactPerson, email }))
  return id
}

/** @returns the id */
async function subscribe(profileId: string, email: string): Promise<string> {
  const id = createSubscriptionIds(product.backend.idKeys).subscription(profileId, email)
  await tell(subscriptionStream(id), {
    type: 'ReminderSubscribed',
    data: { profileId, email, consent: 'v1' },
  })
  return id
}

/** Stores a mail as the product stores a reminder without a mail server. */
async function keepMailTo(to: string): Promise<void> {
  const mailer = createMailer({
    smtpUrl: undefined,
    folder: keptMailFolder({ dataDir }),
    from: 'hola@tarjeta.example',
  })
  const mail = { to, subject: 'Recordatorio', text: 'Hola', html: '<p>Hola</p>' }
  await mailer.deliver(
    { mail, id: product.backend.newId(), date: product.backend.now() },
    new AbortController().signal,
  )
  mailer.close()
}
const keptMails = async () => (await readdir(keptMailFolder({ dataDir }))).length
const typesOf = async (id: string) =>
  (await readStream(product.backend.store, subscriptionStream(id))).map(({ type, data }) => [type, data.by])

const hasKey = async (subject: string) => (await product.backend.keys.forReading([subject])).has(subject)
async function subjectsInLedger(): Promise<readonly string[]> {
  const erased = await createErasureLedger(erasureLedgerPath(join(dataDir, 'secrets'))).read()
  return erased.map(({ subject }) => subject)
}
async function subjectsInLog() {
  const { events } = await product.backend.store.log.readAll(START, { filter: { types: ['SubjectErased'] } })
  return events.map(({ data }) => data.subject).slice(erasedBefore)
}

test('all that a mailbox proves is erased with its mails, as one request with its answer [PRIV-17]', async () => {
  const { store, subjects, names, now } = product.backend
  const visitor = visitorSubject(PROFILE, await identify('Ágata'))
  await subjects.setMailbox(visitor, names.mailbox(EMAIL))
  const quotation = quotationStream(await askForCards('ANA@telares.example', 'Ana'))
  const profiles = Array.from({ length: 21 }, () => crypto.randomUUID())
  const ids = await Promise.all(profiles.map((profileId) => subscribe(profileId, EMAIL)))
  const others = [
    quotationStream(await askForCards('berta@telares.example', 'Berta')),
    subscriptionStream(await subscribe(profiles[0]!, 'berta@telares.example')),
  ]
  const suppressed = suppressionStream(createSubscriptionIds(product.backend.idKeys).suppression(EMAIL))
  await tell(suppressed, { type: 'RemindersSuppressed', data: {} })
  await keepMailTo('Ana@telares.example')

  const unsure = await erase(EMAIL, 'ana')
  expect([unsure.code, unsure.out]).toEqual([1, expect.stringContaining('No se borró nada')])
  expect(unsure.out.match(/Recordatorio |Cotización |Lo que dejó/g)).toHaveLength(23)
  expect(await subjectsInLog()).toEqual([])

  const started = now().toISOString()
  const done = await erase(' ANA@Telares.example', EMAIL)
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('Quedan las cifras')])
  const erased = [visitor, quotation, ...ids.map(subscriptionStream)]
  for (const subject of erased) expect([subject, await hasKey(subject)]).toEqual([subject, false])
  for (const subject of others) expect([subject, await hasKey(subject)]).toEqual([subject, true])
  expect(new Set(await subjectsInLedger())).toEqual(new Set(erased))
  for (const id of ids)
    expect(await typesOf(id)).toEqual([
      ['ReminderSubscribed', undefined],
      ['ReminderCancelled', 'erasure'],
    ])
  expect(await keptMails()).toBe(0)
  expect(await readStream(store, suppressed)).toHaveLength(1)
  const about = mailboxSubject(names.mailbox(EMAIL))
  const types = ['RequestReceived', 'RequestAnswered']
  const requests = (await store.log.readAll(START, { filter: { types } })).events
  expect(requests.filter(({ meta }) => meta.occurredAt >= started)).toMatchObject([
    { type: 'RequestReceived', data: { kind: 'erasure', channel: 'command', proof: 'staff', about } },
    { type: 'RequestAnswered', data: { outcome: 'done' } },
  ])
  expect(toldSecurity()).toMatchObject([{ security: 'mailbox-erased', by: 'ops', count: 23 }])
  const written = security() + (await readFile(erasureLedgerPath(join(dataDir, 'secrets')), 'utf8'))
  for (const word of ['telares', 'gata', '11112222']) expect(written).not.toContain(word)

  const again = await erase(EMAIL)
  expect([again.code, again.out]).toEqual([1, expect.stringContaining('No se guarda nada')])
})

test('the account of the last administrator stays, and the command says so', async () => {
  const { code, out } = await erase(ADMIN_EMAIL)
  expect([code, out]).toEqual([1, expect.stringContaining('último administrador')])
  expect(await hasKey(accountStream(product.ownerId))).toBe(true)
})
