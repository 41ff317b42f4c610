import { describe, expect, test } from 'vitest'
import { mailboxData, type KeptThing } from '@app/contracts/api/rights-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import {
  consentText,
  IDENTIFY_CONSENT,
  QUOTATION_CONSENT,
  REGISTER_CONSENT,
  SUBSCRIBE_CONSENT,
} from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { thingIdOf } from '@app/processes/rights/kept-subjects.ts'
import { mailboxHolder, quotationOf } from '../../../tests/support/api/mailbox-holder.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid, write, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { subscriptionsOf } from '../../../tests/support/api/test-subscriptions.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { askingOn } from './testing/asking.ts'

const DAY_MS = 86_400_000

const api = useTestApi()
const asking = askingOn(api)

let made: Promise<TestProfile> | undefined
/** The one that all are about. */
const card = () => (made ??= api.newProfile('antonia', { details: ANTONIA }))
const ANTONIA = { name: 'Antonia', lastname: 'Rivas', company: 'Andes Norte' }
const valuesOf = ({ fields }: KeptThing) => Object.fromEntries(fields.map(({ name, value }) => [name, value]))
const dayOf = (text: string) => text.split('T')[0]!.split('-').reverse().join('-')

describe('the page of a mailbox', () => {
  test('lists a reminder, two quotations and an account, each with what, why, whose, until when and its consent [PRIV-16, PRIV-19]', async () => {
    const email = 'todo@correo.example'
    await subscriptionsOf(api).subscribed((await card()).id, email)
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
    expect(things.map(({ kind, title, status }) => [kind, title, status?.text])).toEqual([
      ['account', 'Cuenta de Toda', 'Activa'],
      ['quotation', 'Cotización de Otra', 'Pendiente'],
      ['quotation', 'Cotización de Logística Austral', 'Pendiente'],
      ['reminder', 'Recordatorio de Antonia Rivas', 'Activo'],
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
      company: 'Logística Austral',
      contact_person: 'Camila Soto',
      phone: '+56 9 6612 4410',
      email,
      estimated_cards: '40 tarjetas',
      comments: 'Antes de la feria.',
    })
    expect(quotation).toMatchObject({
      purpose: 'Para responder tu solicitud y contactarte por ella.',
      responsible: PRODUCT.name,
      is_on_behalf: false,
      until: 'Hasta el 18-11-2028 si no vuelves a usarla.',
      consent: {
        version: QUOTATION_CONSENT,
        text: consentText(QUOTATION_CONSENT),
        at: quotation.since,
        position: expect.stringMatching(/^\d+$/) as string,
      },
      blocked_since: null,
    })
    expect(reminder).toMatchObject({
      purpose: 'Para enviarte hasta dos correos sobre su tarjeta.',
      responsible: 'Andes Norte',
      is_on_behalf: true,
      until: 'Hasta el 18-11-2027 si no vuelves a usarlo.',
      consent: { text: consentText(SUBSCRIBE_CONSENT, 'Antonia Rivas') },
    })
    expect(Object.keys(valuesOf(reminder))).toEqual(['email', 'next_mail'])
    expect(account.consent?.text).toBe(consentText(REGISTER_CONSENT))
  })

  longTest(
    'says until when an ended reminder is kept, to the day, and shows a wish that waits for its confirmation',
    async () => {
      const { id } = await card()
      const ana = mailboxHolder(api, 'terminada@correo.example')
      await subscriptionsOf(api).subscribed(id, ana.email)
      await ana.open()
      expect((await ana.act('object')).status).toBe(200)
      const { status, until } = await ana.thing('reminder')
      const [day, month, year] = dayOf(api.clock.now().toISOString()).split('-')
      expect([status?.text, until]).toEqual([
        'Cancelado',
        `Hasta el ${day}-${month}-${Number(year) + 1} si no vuelves a usarlo.`,
      ])
      api.clock.advance(1_000)
      await subscriptionsOf(api).ask({ email: ana.email, profile_id: api.profile.id })
      const waiting = (await ana.mine()).things.find(({ status: said }) => said?.text === 'Sin confirmar')!
      expect([waiting.kind, waiting.title]).toEqual([
        'reminder',
        expect.stringMatching(/^Recordatorio de /) as string,
      ])
      expect(valuesOf(waiting)).toEqual({ email: ana.email })
      expect(waiting.until).toMatch(/^Hasta el \d\d-\d\d-\d{4} si no lo confirmas\.$/)
    },
  )

  test('shows what a visitor left on a card, once somebody confirmed that it is this person', async () => {
    const { id: profileId } = await card()
    const ana = mailboxHolder(api, 'visita@correo.example')
    const subject = await asking.left(profileId, { full_name: 'Camila Soto' })
    await quotationOf(api, ana.email)
    await ana.open()
    expect((await ana.mine()).things.map(({ kind }) => kind)).toEqual(['quotation'])
    await asking.confirmed(subject, profileId, ana)
    const left = await ana.thing('visitor')
    expect([left.title, left.responsible, left.is_on_behalf]).toEqual([
      'Lo que dejaste a Antonia Rivas',
      'Andes Norte',
      true,
    ])
    expect(valuesOf(left)).toEqual({
      full_name: 'Camila Soto',
      phone: '+56 9 6612 4410',
      description: 'Expo Frío',
    })
    expect(left.consent?.version).toBe(IDENTIFY_CONSENT)
  })

  longTest(
    'shows what else is kept beside any number of quotations that strangers typed [PRIV-16]',
    async () => {
      const email = 'inundada@correo.example'
      await subscriptionsOf(api).subscribed((await card()).id, email)
      await api.newAccount('Inundada', { email })
      api.clock.advance(1_000)
      const asked = {
        company: 'Otra',
        contactPerson: 'Otra',
        email,
        phone: '1',
        estimatedCards: '1',
        comments: '',
      }
      for (let nth = 0; nth < LIMITS.keptThingsMax; nth += 1)
        await write(api.store, api.clock.now(), quotationStream(uuid(0xf100d + nth)), [
          { type: 'QuotationRequested', data: { ...asked, consent: QUOTATION_CONSENT } },
        ])
      const ana = mailboxHolder(api, email)
      await ana.open()
      const { things, things_total } = await ana.mine()
      expect([things.length, things_total]).toEqual([LIMITS.keptThingsMax, LIMITS.keptThingsMax + 2])
      expect(new Set(things.map(({ kind }) => kind))).toEqual(new Set(['quotation', 'account', 'reminder']))
    },
  )

  // The last one of the page: it changes the card.
  test('shows the text that was accepted with the owner’s name of then, and the name of today elsewhere [PRIV-16]', async () => {
    const { id } = await card()
    const email = 'antes@correo.example'
    await subscriptionsOf(api).subscribed(id, email)
    api.clock.advance(DAY_MS)
    await write(api.store, api.clock.now(), profileStream(id), [
      { type: 'ProfileEdited', data: { changes: { name: 'Berta', company: '' }, typed: {} } },
    ])
    const ana = mailboxHolder(api, email)
    await ana.open()
    const reminder = await ana.thing('reminder')
    expect([reminder.title, reminder.responsible]).toEqual(['Recordatorio de Berta Rivas', 'Berta Rivas'])
    expect(reminder.consent?.text).toBe(consentText(SUBSCRIBE_CONSENT, 'Antonia Rivas'))
  })
})

test('what is taken along is the same as the page, and one request however often it is taken [PRIV-16]', async () => {
  const ana = mailboxHolder(api, 'archivo@correo.example')
  await quotationOf(api, ana.email, { company: 'Soto, "Hijos"; y Cía.', comments: 'Uno\ndos; tres' })
  await ana.open()
  const data = await ana.mine()
  const take = () => api.call('/api/rights/mine?for=portability', { headers: ana.headers })
  for (const _ of [1, 2]) expect(mailboxData.parse(await (await take()).json())).toEqual(data)
  expect(await ana.requests()).toEqual([
    ['access', ['done']],
    ['portability', ['done']],
  ])
})
