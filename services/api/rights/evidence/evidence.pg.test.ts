import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import type { JsonValue } from '@app/contracts/event-store.ts'
import { readEvent, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { interactionStream, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { consentText, SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { openedCheckpoint } from '@app/record/checkpoint.ts'
import { canonicalJson, leafOf } from '@app/record/leaf.ts'
import { noteVerifier, openedNote } from '@app/record/signed-note.ts'
import { leafHash, rootOfInclusion } from '@app/record/tree/merkle-tree.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { expectRefused } from '../../../../tests/support/api/test-client.ts'
import { useTestApi, type Person } from '../../../../tests/support/api/test-api.ts'
import { quotationOf } from '../../../../tests/support/api/mailbox-holder.ts'
import { write } from '../../../../tests/support/api/test-log.ts'
import { askingOn } from '../requests/testing/asking.ts'

const SUBSCRIPTION = subscriptionStream('0190b5a0-7c1e-8d3a-8f00-0000000000a1')
const WITHDRAWN = subscriptionStream('0190b5a0-7c1e-8d3a-8f00-0000000000b1')
const ERASED = quotationStream('0190b5a0-7c1e-8d3a-8f00-0000000000b2')
const VISITOR_ID = '0190b5a0-7c1e-4d3a-8f00-0000000000a3'
const EMAIL = 'camila.soto@logiaustral.example'

const api = useTestApi()
let quotation: string
let visitor: string
let other: Person
beforeAll(async () => {
  other = await api.newAccount('Otra')
  const { id: profileId } = api.profile
  await write(api.store, api.clock.now(), SUBSCRIPTION, [
    { type: 'ReminderSubscribed', data: { profileId, email: EMAIL, consent: SUBSCRIBE_CONSENT } },
  ])
  quotation = await quotationOf(api, EMAIL)
  const left = await askingOn(api).left(profileId, { full_name: 'Camila Soto', visitor_id: VISITOR_ID })
  visitor = left.name
  const asked = (await api.store.readStream(quotation))[0]!
  await write(api.store, api.clock.now(), ERASED, [readEvent(asked) as DomainEvent])
  await write(api.store, api.clock.now(), WITHDRAWN, [
    { type: 'ReminderSubscribed', data: { profileId, email: EMAIL, consent: SUBSCRIBE_CONSENT } },
    { type: 'ReminderCancelled', data: { by: 'subscriber' } },
  ])
  await api.settle()
})

const asAdmin = (subject: string, token: string | undefined = api.admin.token) =>
  api.call(`/api/admin/people/${subject}/proof`, { token })
const asOwner = (subject: string, token = api.owner.token, id = api.profile.id) =>
  api.call(`/api/profile/${id}/people/${subject}/proof`, { token })

async function proofOf(response: Response): Promise<Comprobante> {
  expect(response.status).toBe(200)
  return (await response.json()) as Comprobante
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** As somebody offline does, who knows the log's key. */
function expectProved({ signature, ...content }: Comprobante): void {
  const verifier = noteVerifier(content.vkey)
  const [lines = '', ...rest] = content.proof.split('\n\n')
  const checkpoint = rest.join('\n\n')
  const [, place, ...hashes] = lines.split('\n')
  const index = Number(place?.replace('index ', ''))
  const { size, root } = openedCheckpoint(checkpoint, verifier)
  const leaf = Buffer.from(content.leaf_hash, 'base64')
  const path = hashes.map((hash) => Buffer.from(hash, 'base64'))
  expect(rootOfInclusion(leaf, { index, size }, path)).toEqual(root)
  if (content.leaf !== null) expect(leafHash(Buffer.from(content.leaf))).toEqual(leaf)
  expect(content.consent.sha256).toBe(sha256(content.consent.text))
  const { text } = openedNote(signature, [verifier])
  expect(text).toContain(sha256(canonicalJson(content as unknown as JsonValue)))
}

describe('a Comprobante', () => {
  test('has the text word for word, with the owner’s name of that instant [PRIV-19]', async () => {
    const renamed = { type: 'ProfileEdited', data: { changes: { name: 'Renombrada' }, typed: {} } } as const
    const at = new Date(api.clock.now().getTime() + 60_000)
    await write(api.store, at, `profile-${api.profile.id}`, [renamed])
    const proof = await proofOf(await asAdmin(SUBSCRIPTION))
    expect(proof.consent.owner).not.toBe('Renombrada')
    expect(proof.consent.text).toBe(consentText(SUBSCRIBE_CONSENT, proof.consent.owner ?? ''))
    expect(proof.consent.sha256).toBe(sha256(proof.consent.text))
    expect(proof).toMatchObject({
      who: { name: null, email: EMAIL },
      accepted_at: api.clock.now().toISOString(),
      withdrawn: null,
      responsible: { is_on_behalf: true },
    })
    expectProved(proof)
  })

  test('is there for each kind of consent, and each can be checked [PRIV-19]', async () => {
    const [asked, visit, registered] = [
      await proofOf(await asAdmin(quotation)),
      await proofOf(await asAdmin(visitor)),
      await proofOf(await asAdmin(accountStream(api.owner.id))),
    ]
    expect(asked.who).toEqual({ name: 'Camila Soto', email: EMAIL })
    expect(visit.who).toEqual({ name: 'Camila Soto', email: null })
    expect(registered.who.email).toBe(api.owner.email)
    for (const proof of [asked, visit, registered]) expectProved(proof)
  })

  test('of a visitor keeps back the leaf, which has the id that proves them, and its hash is in the tree [PRIV-19]', async () => {
    const proof = await proofOf(await asOwner(visitor))
    expect(proof).toMatchObject({ leaf: null, subject: visitor, who: { name: 'Camila Soto' } })
    const [stored] = await api.bare.readStream(visitor)
    expect(proof.leaf_hash).toBe(leafHash(leafOf(stored!)).toString('base64'))
    expectProved(proof)
  })

  test('of a withdrawn consent says since when', async () => {
    expect((await proofOf(await asAdmin(WITHDRAWN))).withdrawn).toEqual({
      how: 'cancelled',
      at: api.clock.now().toISOString(),
    })
  })

  test('still proves the text after an erasure, and names nobody', async () => {
    await api.keys.destroy(ERASED)
    const proof = await proofOf(await asAdmin(ERASED))
    expect(proof).toMatchObject({ who: { name: null, email: null }, withdrawn: { how: 'erased', at: null } })
    expectProved(proof)
  })
})

describe('evidence of a person', () => {
  const unknown = subscriptionStream('0190b5a0-7c1e-8d3a-8f00-0000000000c9')

  test('is for administrators, and for the owner of the card on which it was left', async () => {
    expect((await asOwner(visitor)).status).toBe(200)
    expect((await asOwner(SUBSCRIPTION)).status).toBe(200)
    await expectRefused(await api.call(`/api/admin/people/${visitor}/proof`), 401, 'unauthenticated')
    await expectRefused(await asAdmin(visitor, api.owner.token), 403, 'forbidden')
  })

  test('of others, of another card and of nobody is the same 404', async () => {
    const mine = await api.newProfile('ajena', { ownerId: other.id })
    const answers = [
      await asOwner(visitor, other.token),
      await asOwner(visitor, other.token, mine.id),
      await asOwner(quotation),
      await asOwner(unknown),
      await asOwner(accountStream(other.id)),
      await asAdmin(unknown),
      await asAdmin(`profile-${api.profile.id}`),
      await asAdmin(interactionStream(randomUUID())),
      await asAdmin(visitorSubject(api.profile.id, VISITOR_ID)),
      await asOwner(visitorSubject(api.profile.id, VISITOR_ID)),
    ]
    for (const answer of answers) await expectRefused(answer, 404, 'not-found')
  })

  test('is shown to an administrator once it is recorded that it was, once an hour [PRIV-14]', async () => {
    const shown = async () =>
      (await wholeLog(api.store)).filter(
        ({ type, data }) => type === 'PersonalDataShown' && data.subject === quotation,
      )
    api.clock.advance(3_600_000)
    const before = (await shown()).length
    await asAdmin(quotation)
    await asAdmin(quotation)
    const [recorded, ...more] = (await shown()).slice(before)
    expect([recorded?.meta.actor, more]).toEqual([{ kind: 'admin', id: api.admin.id }, []])
  })

  test('shows a card’s owner no e-mail of a subscriber', async () => {
    expect(await (await asOwner(SUBSCRIPTION)).text()).not.toContain(EMAIL)
    expect(await (await asAdmin(SUBSCRIPTION)).text()).toContain(EMAIL)
  })
})
