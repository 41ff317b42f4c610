import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Consent } from '@app/contracts/api/rights/consent-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { interactionStream, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import {
  consentText,
  IDENTIFY_CONSENT,
  QUOTATION_CONSENT,
  REGISTER_CONSENT,
  SUBSCRIBE_CONSENT,
} from '@app/contracts/privacy/consents.ts'
import { wholeLog } from '@app/kernel/testing/whole-log.ts'
import { quotationOf } from '../../../tests/support/api/mailbox-holder.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { askingOn } from './requests/testing/asking.ts'

const SUBSCRIPTION = subscriptionStream('0190b5a0-7c1e-8d3a-8f00-0000000000a1')
const VISITOR_ID = '0190b5a0-7c1e-4d3a-8f00-0000000000a3'
const EMAIL = 'camila.soto@logiaustral.example'

const api = useTestApi()
let quotation: string
let visitor: string
beforeAll(async () => {
  const { id: profileId } = api.profile
  const data = { profileId, email: EMAIL, consent: SUBSCRIBE_CONSENT }
  await write(api.store, api.clock.now(), SUBSCRIPTION, [{ type: 'ReminderSubscribed', data }])
  quotation = await quotationOf(api, EMAIL)
  visitor = (await askingOn(api).left(profileId, { full_name: 'Camila Soto', visitor_id: VISITOR_ID })).name
  await api.settle()
})

const shownTo = (token: string | undefined, subject: string) =>
  api.call(`/api/people/${subject}/consent`, { token })
const asAdmin = (subject: string) => shownTo(api.admin.token, subject)
const asOwner = (subject: string) => shownTo(api.owner.token, subject)
const consentIn = async (response: Response) => (await response.json()) as Consent

test('each consent is shown with its text, its instant and the number of its event [PRIV-19]', async () => {
  const renamed = { type: 'ProfileEdited', data: { changes: { name: 'Renombrada' }, typed: {} } } as const
  const later = new Date(api.clock.now().getTime() + 60_000)
  await write(api.store, later, `profile-${api.profile.id}`, [renamed])
  for (const [subject, who, version, owner] of [
    [SUBSCRIPTION, EMAIL, SUBSCRIBE_CONSENT, 'camila'],
    [quotation, 'Camila Soto', QUOTATION_CONSENT, ''],
    [visitor, 'Camila Soto', IDENTIFY_CONSENT, 'camila'],
    [accountStream(api.owner.id), 'Camila', REGISTER_CONSENT, ''],
  ] as const) {
    const shown = await consentIn(await asAdmin(subject))
    // With the owner's name of then.
    expect(shown).toMatchObject({ who, version, text: consentText(version, owner) })
    const event = (await wholeLog(api.bare)).find(({ position }) => String(position) === shown.position)
    expect([event?.data.consent, event?.meta.occurredAt]).toEqual([version, shown.accepted_at])
  }
})

test('a consent is for administrators, recorded once an hour, and for the card’s owner without a subscriber’s e-mail [PRIV-14]', async () => {
  const readings = async () =>
    (await wholeLog(api.store, ['PersonalDataShown'])).filter(({ data }) => data.subject === quotation)
  api.clock.advance(3_600_000)
  const before = (await readings()).length
  for (const _ of [1, 2]) expect((await asAdmin(quotation)).status).toBe(200)
  expect((await readings()).slice(before).map(({ meta }) => meta.actor)).toEqual([
    { kind: 'admin', id: api.admin.id },
  ])
  expect((await consentIn(await asOwner(visitor))).who).toBe('Camila Soto')
  const subscriber = await asOwner(SUBSCRIPTION)
  expect(subscriber.status).toBe(200)
  expect(await subscriber.text()).not.toContain(EMAIL)
  await expectRefused(await shownTo(undefined, visitor), 401, 'unauthenticated')
})

test('a consent of another card, of nobody, or named by a visitor’s id is the same 404', async () => {
  const other = await api.newAccount('Otra')
  for (const answer of [
    await shownTo(other.token, visitor),
    await asOwner(quotation),
    await asOwner(accountStream(other.id)),
    await asAdmin(subscriptionStream('0190b5a0-7c1e-8d3a-8f00-0000000000c9')),
    await asAdmin(`profile-${api.profile.id}`),
    await asAdmin('$'),
    await asAdmin(interactionStream(randomUUID())),
    await asAdmin(visitorSubject(api.profile.id, VISITOR_ID)),
    await asOwner(visitorSubject(api.profile.id, VISITOR_ID)),
  ])
    await expectRefused(answer, 404, 'not-found')
})
