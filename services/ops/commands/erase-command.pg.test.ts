import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStream } from '@app/kernel/codec.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { START } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/events/subscription-events.ts'
import { createErasureLedger } from '@app/vault/ledger.ts'
import { createMailer } from '@app/mail/mailer.ts'
import { keptMailFolder } from '@app/mail/mail-folder.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { erasureLedgerPath } from '@app/settings/secrets.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { eraseCommand } from './erase-command.ts'
import type { ErasableKind } from '../erase/erasable.ts'
import { heardSecurity } from '../testing/security-lines.ts'
import { installProduct, type InstalledProduct } from '../testing/installed-product.ts'
import { folderFor, terminalTo, type ProductFolder } from '../testing/product-folder.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const STRANGER = { profileId: '0199a000-0000-7000-8000-0000000000aa', userAgent: '', request: 'get' } as const

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

interface Answered {
  readonly code: number
  readonly out: string
}

/** Runs the command with a typed answer or with `--yes`. A refusal becomes its text. */
async function erase(kind: ErasableKind, wanted: string, typed?: string): Promise<Answered> {
  const lines: string[] = []
  const ask = async (question: string): Promise<string> => {
    lines.push(question)
    return typed!
  }
  const asked = { kind, wanted, ask: typed === undefined ? undefined : ask }
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
async function identify(fullName: string, phone: string, description = 'Feria'): Promise<string> {
  const visitorId = product.backend.newId()
  const said = { ...STRANGER, visitorId, fullName, phone, description, consent: 'v1' }
  await tell(interactionStream(product.backend.newId()), { type: 'VisitorIdentified', data: said })
  return visitorId
}

async function askForCards(email: string, contactPerson: string): Promise<string> {
  const id = product.backend.newId()
  const request = { company: 'Telares Ltda', contactPerson, email, phone: '', estimatedCards: '11-25' }
  const data = { ...request, comments: 'Para la feria', consent: 'v1' }
  await tell(quotationStream(id), { type: 'QuotationRequested', data })
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
const hasKeyOf = (visitorId: string) => hasKey(visitorSubject(STRANGER.profileId, visitorId))
async function subjectsInLedger(): Promise<readonly string[]> {
  const erased = await createErasureLedger(erasureLedgerPath(join(dataDir, 'secrets'))).read()
  return erased.map(({ subject }) => subject)
}
async function subjectsInLog() {
  const { events } = await product.backend.store.log.readAll(START, { filter: { types: ['SubjectErased'] } })
  return events.map(({ data }) => data.subject).slice(erasedBefore)
}

describe('a visitor', () => {
  test('is found by name, phone, e-mail or id in any spelling, and erased', async () => {
    const ids = [
      await identify('Ágata  Ñancupil', '+56 9 1111 2222'),
      await identify('Berta', '+56 9 3333 4444'),
      await identify('Carla', '+56 9 5555 6666', 'Escríbeme a carla@correo.example'),
      await identify('Dora', '+56 9 7777 8888'),
    ]
    const stays = await identify('Elsa', '+56 9 9999 0000')
    const asked = ['agata ñancupil', '933334444', 'Carla@correo.example', ids[3]!]
    for (const [nth, id] of ids.entries()) {
      const subject = `${STRANGER.profileId}.${id}`
      const { code, out } = await erase('visitor', asked[nth]!, ` ${asked[nth]!.toUpperCase()}`)
      expect([code, out]).toEqual([0, expect.stringContaining(subject)])
      expect(out).toMatch(/Visitantes olvidados +1\n/)
      expect(out).toContain('Quedan sus visitas y clics')
      expect(toldSecurity().at(-1)).toMatchObject({
        security: 'visitor-erased',
        subject,
        by: 'ops',
        count: 1,
      })
      expect(await hasKeyOf(id)).toBe(false)
    }
    expect(await hasKeyOf(stays)).toBe(true)
    const subjects = ids.map((id) => visitorSubject(STRANGER.profileId, id))
    expect(await subjectsInLog()).toEqual(subjects)
    expect(await subjectsInLedger()).toEqual(subjects)
    expect(await erase('visitor', 'Berta')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Ningún visitante dijo llamarse Berta'),
    })
    const written = security() + (await readFile(erasureLedgerPath(join(dataDir, 'secrets')), 'utf8'))
    for (const word of ['gata', 'Berta', 'arla', '3333 4444', '33334444']) expect(written).not.toContain(word)
  })

  longTest('is listed with all namesakes before the confirmation', async () => {
    const ids = [
      await identify('Juan Soto', '+56 9 1111 2222'),
      await identify('JUAN SOTO', '+56 9 3333 4444'),
    ]
    const isForgotten = async () => Promise.all(ids.map(async (id) => !(await hasKeyOf(id))))
    expect(await erase('visitor', 'Juan Soto')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Coinciden 2: con --yes indica el id de uno.'),
    })
    const unsure = await erase('visitor', 'Juan Soto', 'Juan')
    expect([unsure.code, unsure.out]).toEqual([1, expect.stringContaining('No se borró nada')])
    for (const shown of ['+56 9 1111 2222', '+56 9 3333 4444', ...ids])
      expect(unsure.out.split('Para confirmar')[0]).toContain(shown)
    expect(await isForgotten()).toEqual([false, false])
    expect((await erase('visitor', `${STRANGER.profileId}.${ids[0]}`)).code).toBe(0)
    expect(await isForgotten()).toEqual([true, false])
    ids.push(await identify('Juan Soto', '+56 9 1111 2222'))
    expect((await erase('visitor', 'Juan Soto', 'juan soto')).out).toMatch(/Visitantes olvidados +2\n/)
    expect(await isForgotten()).toEqual([true, true, true])
  })

  test('is not erased by a name that more than twenty share', async () => {
    await Promise.all(
      Array.from({ length: 21 }, (_, nth) => identify('Juan Pino', `+56 9 1111 22${10 + nth}`)),
    )
    expect(await erase('visitor', 'Juan Pino', 'Juan Pino')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Coinciden más de 20'),
    })
    expect(await subjectsInLog()).toEqual([])
  })
})

longTest('a quotation is found by e-mail, name or id, and erased', async () => {
  const ids = [
    await askForCards('ana@telares.example', 'Ana'),
    await askForCards('berta@telares.example', 'Berta Rivas'),
    await askForCards('carla@telares.example', 'Carla'),
  ]
  const asked = ['ANA@telares.example', 'berta rivas', ids[2]!]
  for (const [nth, id] of ids.entries()) {
    const { code, out } = await erase('quotation', asked[nth]!, asked[nth])
    expect([code, out]).toEqual([0, expect.stringMatching(/Solicitudes olvidadas +1\n/)])
    expect(toldSecurity().at(-1)).toMatchObject({ security: 'quotation-erased', subject: id, by: 'ops' })
    const [event] = await readStream(product.backend.store, quotationStream(id))
    expect(event?.data).toEqual({ estimatedCards: '11-25', consent: 'v1' })
  }
  expect(await subjectsInLedger()).toEqual(ids.map(quotationStream))
  expect(security()).not.toContain('elares')
})

const PROFILES = Array.from({ length: 21 }, () => crypto.randomUUID())

longTest(
  'a subscriber is found by e-mail in any spelling, over all profiles, and erased with their stored mails',
  async () => {
    const ids = await Promise.all(PROFILES.map((profileId) => subscribe(profileId, 'ana@correo.example')))
    const other = await subscribe(PROFILES[0]!, 'berta@correo.example')
    const suppressed = suppressionStream(
      createSubscriptionIds(product.backend.idKeys).suppression('ana@correo.example'),
    )
    await tell(suppressed, { type: 'RemindersSuppressed', data: {} })
    await keepMailTo('Ana@correo.example')
    await keepMailTo('berta@correo.example')

    const { code, out } = await erase('subscriber', ' ANA@Correo.example', 'ana@correo.example')
    expect([code, out]).toEqual([0, expect.stringMatching(/Suscripciones olvidadas +21\n/)])
    expect(out).toMatch(/Correos guardados borrados +1\n/)
    expect(out).toContain('eso sigue en pie')
    for (const id of ids) {
      expect(await hasKey(subscriptionStream(id))).toBe(false)
      expect(await typesOf(id)).toEqual([
        ['ReminderSubscribed', undefined],
        ['ReminderCancelled', 'erasure'],
      ])
    }
    // A page is erased concurrently, in no order.
    for (const subjects of [await subjectsInLog(), await subjectsInLedger()]) {
      expect(subjects).toHaveLength(ids.length)
      expect(new Set(subjects)).toEqual(new Set(ids.map(subscriptionStream)))
    }
    expect(await hasKey(subscriptionStream(other))).toBe(true)
    expect(await keptMails()).toBe(1)
    expect(await readStream(product.backend.store, suppressed)).toHaveLength(1)
    expect(toldSecurity()).toMatchObject([{ security: 'subscriber-erased', by: 'ops', count: 21 }])
    expect(security() + (await readFile(erasureLedgerPath(join(dataDir, 'secrets')), 'utf8'))).not.toContain(
      'correo.example',
    )

    const again = await erase('subscriber', 'ana@correo.example')
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('o ya se borró')])
  },
)

test('a subscriber is reported as unknown when nobody subscribed with the e-mail', async () => {
  expect(await erase('subscriber', 'nadie@correo.example')).toMatchObject({
    code: 1,
    out: expect.stringContaining('Nadie pidió recordatorios con el correo nadie@correo.example'),
  })
})
