import { describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { ACTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { thingIdOf } from './stored-subjects.ts'
import { tablesWith } from '../testing/tables-with.ts'
import { mailboxHolder, quotationOf, type MailboxHolder } from '../../../tests/support/api/mailbox-holder.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { A_QUOTATION, answerOf, expectRefused } from '../../../tests/support/api/test-client.ts'
import { quotationRequested, uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { createUploads } from '../../../tests/support/api/test-uploads.ts'
import { plain } from '../../media/testing/sample-pictures.ts'
import { askingOn } from '../testing/asking.ts'
import { subscriptionsOf } from '../../../tests/support/api/test-subscriptions.ts'
import type { KeptThing } from '@app/contracts/privacy/mailbox.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { definitionOf } from '@app/contracts/events/catalogue.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import {
  consentText,
  QUOTATION_CONSENT,
  REGISTER_CONSENT,
  SUBSCRIBE_CONSENT,
} from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'

const api = useTestApi()

const asking = askingOn(api)

let people = 0

async function opened(made: (email: string) => Promise<unknown> = (email) => quotationOf(api, email)) {
  people += 1
  const ana = mailboxHolder(api, `persona-${people}@correo.example`)
  await made(ana.email)
  await ana.open()
  return ana
}

const CARD_DETAILS = { name: 'Antonia', lastname: 'Rivas' }

let made: Promise<TestProfile> | undefined

/** The one that all visitors left words on. */
const card = () => (made ??= api.newProfile('tarjeta', { details: CARD_DETAILS }))

/** A visitor's words on a card, which somebody confirmed to be this person's. */
async function confirmedVisitor(ana: MailboxHolder) {
  const { id } = await card()
  const left = await asking.left(id, { full_name: 'Camila Soto', description: 'Nos vimos en la feria.' })
  await asking.confirmed(left, id, ana)
  return left
}

longTest(
  'a mailbox blocks and unblocks so often an hour at most, from any number of networks [PRIV-18]',
  async () => {
    const ana = await opened()
    const { id } = await ana.thing('quotation')
    const press = (act: string) => ana.act(act, id)
    expect((await press('block')).status).toBe(200)
    // As the rest of an hour's acts, which 239 calls would take a minute to make.
    await api.db.query("update vault.rate_counters set count = $1 where name = 'acts of mailbox'", [
      ACTS_OF_MAILBOX.max,
    ])
    const before = await api.store.log.headPosition()
    await expectRefused(await press('unblock'), 429, 'too-many')
    expect(await api.store.log.headPosition()).toBe(before)
    api.clock.advance(ACTS_OF_MAILBOX.seconds * 1_000)
    await ana.open()
    expect((await press('unblock')).status).toBe(200)
  },
)

const messageOf = async (response: Response): Promise<string> => {
  const { message } = (await response.json()) as { message: string }
  return message
}

const later = async (ana: MailboxHolder) => (await ana.requests()).filter(([kind]) => kind !== 'access')

test('an objection ends what stands, and asks the mailbox before any later reminder [PRIV-16]', async () => {
  const [one, other] = [api.profile, api.demo]
  const subscriptions = subscriptionsOf(api)
  const ana = await opened((email) => subscriptions.subscribed(one.id, email))
  await subscriptions.subscribed(other.id, ana.email)
  expect(await messageOf(await ana.act('object'))).toMatch(/^Listo: nadie te escribirá/)
  for (const { id } of [one, other])
    expect(await subscriptions.typesOf(id, ana.email)).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
  expect(await subscriptions.suppressions(ana.email)).toBe(1)
  const { objected_at: objectedAt, things } = await ana.mine()
  expect([objectedAt, things.length]).toEqual([api.clock.now().toISOString(), 2])
  // Pressed again it is the same request.
  expect((await ana.act('object')).status).toBe(200)
  expect(await later(ana)).toEqual([['objection', ['done']]])
})

describe('a block', () => {
  test('hides the words at once, keeps the thing, and its end brings them back [PRIV-16]', async () => {
    const ana = await opened()
    const { id, since } = await ana.thing('quotation')
    expect(await messageOf(await ana.act('block', id))).toMatch(/^Bloqueado/)
    const blocked = await ana.thing('quotation')
    const day = since.slice(0, 10).split('-').reverse().join('-')
    expect(blocked).toMatchObject({
      id,
      title: `Cotización del ${day}`,
      fields: [],
      blocked_since: api.clock.now().toISOString(),
    })
    expect((await ana.act('block', id)).status).toBe(200)
    expect((await ana.act('unblock', id)).status).toBe(200)
    expect((await ana.thing('quotation')).title).toBe('Cotización de Andes Norte')
    expect((await ana.act('block', id)).status).toBe(200)
    // Blocked words may be erased all the same.
    expect((await ana.act('erase', id)).status).toBe(200)
    expect((await ana.mine()).things).toEqual([])
    expect(await later(ana)).toEqual([
      ['blocking', ['done']],
      ['blocking', ['done']],
      ['erasure', ['done']],
    ])
  })

  test('is lifted by the mailbox that set it, and by none that is confirmed for the person later [PRIV-16]', async () => {
    const [ana, other] = [await opened(), await opened()]
    const visitor = await confirmedVisitor(ana)
    expect((await ana.act('block', thingIdOf(visitor))).status).toBe(200)
    const confirm = async (holder: MailboxHolder) => asking.confirmed(visitor, (await card()).id, holder)
    await confirm(other)
    await expectRefused(await other.act('unblock', thingIdOf(visitor)), 409, 'conflict')
    expect((await api.keys.forReading([visitor])).size).toBe(0)
    await confirm(ana)
    expect((await ana.act('unblock', thingIdOf(visitor))).status).toBe(200)
    expect((await api.keys.forReading([visitor])).size).toBe(1)
  })

  test('of an account hides its cards and pictures, also new ones, and its end brings them back [PRIV-15]', async () => {
    const uploads = createUploads(api)
    const { token, email } = await api.newAccount('Bloqueada', { maxProfiles: 2 })
    const ana = mailboxHolder(api, email)
    await ana.open()
    const create = () => api.post('/api/profiles/create', '', { token })
    const { id: profileId, slug } = (await (await create()).json()) as { id: string; slug: string }
    const upload = { profileId, token, file: await plain('#345') }
    const ref = await uploads.ref(upload)
    const shown = async () => [
      (await api.call(`/api/files/${ref}`)).status,
      (await api.call(`/api/public/profile/${slug}`)).status,
    ]
    expect(await shown()).toEqual([200, 200])
    const { id } = await ana.thing('account')
    expect((await ana.act('block', id)).status).toBe(200)
    expect((await shown())[0]).toBe(404)
    await expectRefused(await create(), 409, 'conflict')
    const file = await plain('#945')
    await expectRefused(await uploads.send({ ...upload, file }), 409, 'conflict')
    expect((await ana.act('unblock', id)).status).toBe(200)
    expect((await shown())[0]).toBe(200)
    expect((await create()).status).toBe(200)
  })
})

describe('an erasure', () => {
  longTest('of one thing leaves the others, and one of nothing says so [PRIV-16]', async () => {
    const ana = await opened()
    const kept = await quotationOf(api, ana.email, { company: 'Queda' })
    const gone = (await ana.mine()).things.find(({ id }) => id !== thingIdOf(kept))!.id
    const answer = await ana.act('erase', gone)
    expect(await messageOf(answer)).toBe('Lo borramos. Quedan las cifras, sin decir de quién son.')
    expect((await ana.mine()).things.map(({ id }) => id)).toEqual([thingIdOf(kept)])
    expect((await api.keys.forReading([kept])).size).toBe(1)
    await expectRefused(await ana.act('erase', gone), 404, 'not-found')
    expect(await later(ana)).toEqual([['erasure', ['done']]])
    await ana.act('erase', thingIdOf(kept))
    for (const _ of [1, 2])
      expect(await messageOf(await ana.act('erase'))).toBe('No guardamos nada de este correo.')
    expect(await later(ana)).toEqual([
      ['erasure', ['done']],
      ['erasure', ['done']],
      ['erasure', ['nothing']],
    ])
  })

  test('of everything is one request, leaves no key, and a fresh link shows nothing [PRIV-16]', async () => {
    let account = ''
    const ana = await opened(async (email) => {
      account = accountStream((await api.newAccount('Completa', { email })).id)
    })
    const words = 'Palabra-que-se-borra'
    const { subscriptionId } = await subscriptionsOf(api).subscribed(api.profile.id, ana.email)
    const quotations = [
      await quotationOf(api, ana.email, { company: words }),
      await quotationOf(api, ana.email, { comments: words }),
    ]
    const visitor = await confirmedVisitor(ana)
    // The page of a mailbox may be another's by mistake: it never has the id that proves a visitor.
    expect((await ana.thing('visitor')).id).toBe(thingIdOf(visitor))
    expect(JSON.stringify(await ana.mine())).not.toContain(visitor.split('.')[1])
    const left = [account, subscriptionStream(subscriptionId), ...quotations, visitor]
    const subjects = [...left, `mailbox-${ana.mailboxId}`]
    expect((await api.keys.forReading(subjects)).size).toBe(6)
    const answer = await ana.act('erase')
    expect(await messageOf(answer)).toBe(
      'Borramos todo lo que guardábamos de este correo. Quedan las cifras, sin decir de quién son.',
    )
    expect((await api.keys.forReading(subjects)).size).toBe(0)
    expect((await later(ana)).filter(([kind]) => kind === 'erasure')).toEqual([['erasure', ['done']]])
    // By the holder of the mailbox, and not by an owner who has signed in: the act has one request.
    const [closed] = await wholeLog(api.store, ['AccountErasureRequested'])
    expect(closed?.meta.actor).toEqual({ kind: 'visitor', id: ana.mailboxId })
    // The session of the link has ended too, and nothing of the mailbox is stored any more.
    await expectRefused(await ana.act('erase'), 400, 'invalid-token')
    const mails = ana.mails().length
    await ana.ask()
    expect(ana.mails()).toHaveLength(mails)
    await api.settle()
    const client = await api.db.connect()
    try {
      for (const text of [words, ana.email]) expect(await tablesWith(client, text)).toEqual([])
    } finally {
      client.release()
    }
    expect(api.security.filter(({ event }) => event === 'mailbox-acted').length).toBeGreaterThan(0)
  })

  longTest(
    'of everything spares the last administrator’s account, says so, and erases the rest',
    async () => {
      const admin = mailboxHolder(api, api.admin.email)
      await quotationOf(api, admin.email)
      await admin.open()
      const text =
        'Tu cuenta no se borró: eres el último administrador activo. Nombra a otro antes de borrarla.'
      const answer = await admin.act('erase')
      expect(await messageOf(answer)).toBe(`Borramos lo demás. ${text}`)
      const { things } = await admin.mine()
      expect(things.map(({ kind }) => kind)).toEqual(['account'])
      for (const id of [undefined, things[0]!.id]) {
        const refused = await admin.act('erase', id)
        expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(text)])
      }
      expect((await later(admin)).map(([, outcomes]) => outcomes)).toEqual([
        ['done'],
        ['refused'],
        ['refused'],
      ])
    },
  )
})

test('what is another’s is answered like what there is not, and nothing is appended [PRIV-16]', async () => {
  const ana = await opened()
  const foreign = thingIdOf(await quotationOf(api, 'ajena@correo.example'))
  await api.settle()
  const before = (await wholeLog(api.store)).length
  for (const act of ['block', 'unblock', 'erase']) {
    const answers = []
    for (const id of [foreign, thingIdOf(`quotation-${uuid(0xdead)}`), 'x'])
      answers.push(await answerOf(await ana.act(act, id)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404 })
  }
  expect(await wholeLog(api.store)).toHaveLength(before)
})

const DAY_MS = 86_400_000

let antoniaMade: Promise<TestProfile> | undefined

/** The one that all are about. */
const antonia = () => (antoniaMade ??= api.newProfile('antonia', { details: ANTONIA }))

const ANTONIA = { name: 'Antonia', lastname: 'Rivas', company: 'Andes Norte' }

const valuesOf = ({ fields }: KeptThing) => Object.fromEntries(fields.map(({ name, value }) => [name, value]))

test('the page of a mailbox lists a reminder, two quotations and an account, each with what, why, whose, until when and its consent [PRIV-16, PRIV-19]', async () => {
  const email = 'todo@correo.example'
  await subscriptionsOf(api).subscribed((await antonia()).id, email)
  api.clock.advance(1_000)
  const first = await quotationOf(api, email)
  api.clock.advance(1_000)
  const second = await quotationOf(api, email, { company: 'Otra', comments: '' })
  api.clock.advance(1_000)
  await api.newAccount('Toda', { email })
  const ana = mailboxHolder(api, email)
  await ana.open()
  const { things, things_total, objected_at, email: shown } = await ana.mine()
  expect([shown, things_total, objected_at]).toEqual([email, 4, null])
  expect(things.map(({ kind, title }) => [kind, title])).toEqual([
    ['account', 'Cuenta de Toda'],
    ['quotation', 'Cotización de Otra'],
    ['quotation', 'Cotización de Andes Norte'],
    ['reminder', 'Recordatorio de Antonia Rivas'],
  ])
  const [account, , quotation, reminder] = things as [KeptThing, KeptThing, KeptThing, KeptThing]
  expect([things[1]!.id, quotation.id]).toEqual([thingIdOf(second), thingIdOf(first)])
  expect(valuesOf(account)).toEqual({ name: 'Toda', email, cards: '0' })
  expect([account.responsible, account.is_on_behalf, account.until]).toEqual([
    PRODUCT.name,
    false,
    'Hasta que borres tu cuenta.',
  ])
  expect(valuesOf(quotation)).toEqual({
    ...A_QUOTATION,
    email,
    estimated_cards: `${A_QUOTATION.estimated_cards} tarjetas`,
  })
  const asShown = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const personal = definitionOf('QuotationRequested').personal.map(asShown)
  expect(Object.keys(valuesOf(quotation))).toEqual(expect.arrayContaining(personal))
  expect(quotation).toMatchObject({
    purpose: 'Para responder tu solicitud y contactarte por ella.',
    responsible: PRODUCT.name,
    is_on_behalf: false,
    until: 'Hasta el 18-11-2028 si no vuelves a usarla.',
    consents: [
      {
        version: QUOTATION_CONSENT,
        text: consentText(QUOTATION_CONSENT),
        at: quotation.since,
        position: expect.stringMatching(/^\d+$/) as string,
      },
    ],
    blocked_since: null,
  })
  expect(reminder).toMatchObject({
    purpose: 'Para enviarte hasta dos correos sobre su tarjeta.',
    responsible: 'Andes Norte',
    is_on_behalf: true,
    until: 'Hasta el 18-11-2027 si no vuelves a usarlo.',
    consents: [{ text: consentText(SUBSCRIBE_CONSENT, 'Antonia Rivas') }],
  })
  expect(Object.keys(valuesOf(reminder))).toEqual(['email'])
  expect(account.consents[0]?.text).toBe(consentText(REGISTER_CONSENT))
})

longTest(
  'the page of a mailbox shows what else is kept beside any number of quotations that strangers typed [PRIV-16]',
  async () => {
    const email = 'inundada@correo.example'
    await subscriptionsOf(api).subscribed((await antonia()).id, email)
    await api.newAccount('Inundada', { email })
    api.clock.advance(1_000)
    const asked = quotationRequested({ email, consent: QUOTATION_CONSENT })
    for (let nth = 0; nth < LIMITS.keptThingsMax; nth += 1)
      await api.write(quotationStream(uuid(0xf100d + nth)), asked)
    const ana = mailboxHolder(api, email)
    await ana.open()
    const { things, things_total } = await ana.mine()
    expect([things.length, things_total]).toEqual([LIMITS.keptThingsMax, LIMITS.keptThingsMax + 2])
    expect(new Set(things.map(({ kind }) => kind))).toEqual(new Set(['quotation', 'account', 'reminder']))
  },
)

// The last one of the page: it changes the card.
test('the page of a mailbox shows an owner’s present name, also in the text that was accepted; a link is one request [PRIV-17, PRIV-19]', async () => {
  const { id } = await antonia()
  const email = 'antes@correo.example'
  await subscriptionsOf(api).subscribed(id, email)
  api.clock.advance(DAY_MS)
  await api.write(profileStream(id), {
    type: 'ProfileEdited',
    data: { changes: { name: 'Berta', company: '' }, typed: {} },
  })
  const ana = mailboxHolder(api, email)
  await ana.open()
  const reminder = await ana.thing('reminder')
  expect([reminder.title, reminder.responsible]).toEqual(['Recordatorio de Berta Rivas', 'Berta Rivas'])
  expect(reminder.consents[0]?.text).toBe(consentText(SUBSCRIBE_CONSENT, 'Berta Rivas'))
  // Each look at the page is the same request.
  await ana.mine()
  expect(await ana.requests()).toEqual([['access', ['done']]])
})
