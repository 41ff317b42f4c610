import { NO_DETAILS } from '@app/contracts/profiles.ts'
import { expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import type { VersionedProfile } from '../profile-api.ts'
import { editsOf, textsOf, type Texts, sendEdits, type ProfileCalls } from './send-edits.ts'

const read = (revision: number, texts: Partial<Texts> = {}): VersionedProfile => ({
  etag: `"${revision}"`,
  profile: { ...antonia, ...texts },
})
const REFUSED = { status: 412, data: { detail: 'Cambió.', code: 'conflict' } }
const EDITS = { position: 'Directora' }

/** A server that has `theirs`; an `If-Match` of another ETag is refused. */
function serverOf(theirs: VersionedProfile) {
  const sent: (string | null)[] = []
  const calls: ProfileCalls = {
    change: async ({ etag }) => {
      sent.push(etag)
      return etag === theirs.etag ? { data: read(9, EDITS) } : { error: REFUSED }
    },
    read: async () => ({ data: theirs }),
  }
  return { calls, sent }
}

test('a picture that was set meanwhile is no conflict: the texts are sent once more', async () => {
  const { calls, sent } = serverOf(read(2))
  const outcome = await sendEdits(calls, EDITS, read(1))
  expect([outcome.status, sent]).toEqual(['saved', ['"1"', '"2"']])
})

test('a change whose answer was lost is not taken for another session', async () => {
  const { calls, sent } = serverOf(read(2, EDITS))
  const outcome = await sendEdits(calls, EDITS, read(1))
  expect([outcome.status, sent]).toEqual(['saved', ['"1"']])
})

test('what another session changed is a conflict, also where no ETag was read, and nothing is sent then', async () => {
  const { calls, sent } = serverOf(read(2, { position: 'Gerenta' }))
  const untagged = await sendEdits(calls, EDITS, { ...read(1), etag: null })
  expect([untagged.status, sent]).toEqual(['conflict', []])
  const outcome = await sendEdits(calls, EDITS, read(1))
  expect([outcome.status, sent]).toEqual(['conflict', ['"1"']])
})

test('a change that is refused otherwise has failed, and so has one whose reading failed', async () => {
  const error = { status: 502, data: '' }
  const { calls } = serverOf(read(2))
  for (const failing of [{ change: async () => ({ error }) }, { read: async () => ({ error }) }])
    expect(await sendEdits({ ...calls, ...failing }, EDITS, read(1))).toEqual({ status: 'failed', error })
})

const stored = (texts: Partial<Texts> = {}) => ({
  etag: '"1"',
  profile: { ...antonia, ...NO_DETAILS, name: 'Ana', instagram: 'https://www.instagram.com/ana/', ...texts },
})

test('an edit is a text that would be stored differently', () => {
  expect(editsOf(stored(), { name: ' Ana ', instagram: '@ana' })).toEqual({})
  const edits = { name: 'Anaís', phone: 'no tengo' }
  expect(editsOf(stored(), { ...edits, company: '' })).toEqual(edits)
})

test('a text stored before texts were normalised is no edit until somebody types', () => {
  const old = stored({ phone: 'no tengo', website: 'andes.cl' })
  expect(editsOf(old, textsOf(old))).toEqual({})
  expect(editsOf(old, { website: 'andes.com' })).toEqual({ website: 'andes.com' })
})

test('a stored number is shown in groups, which is no edit', () => {
  const shown = stored({ phone: '+56912345678', whatsapp: '+14155550123' })
  expect(textsOf(shown)).toMatchObject({ phone: '+56 9 1234 5678', whatsapp: '+14155550123' })
  expect(editsOf(shown, textsOf(shown))).toEqual({})
})
