import { expect, test } from 'vitest'
import { antonia } from '../../testing/fixtures.ts'
import type { VersionedProfile } from './profile-api.ts'
import type { Texts } from './fields/field-texts.ts'
import { sendEdits, type ProfileCalls } from './use-profile-form.ts'

const read = (revision: number, texts: Partial<Texts> = {}): VersionedProfile => ({
  etag: `"${revision}"`,
  profile: { ...antonia, ...texts },
})
const REFUSED = { status: 412, data: { detail: 'Cambió.', code: 'conflict' } }
const EDITS = { position: 'Directora' }

/** A server that has `theirs`; an `If-Match` of another ETag is refused. */
function serverOf(theirs: VersionedProfile) {
  const sent: string[] = []
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

test('what another session changed is a conflict', async () => {
  const { calls, sent } = serverOf(read(2, { position: 'Gerenta' }))
  const outcome = await sendEdits(calls, EDITS, read(1))
  expect([outcome.status, sent]).toEqual(['conflict', ['"1"']])
})

test('a change that is refused otherwise has failed, and so has one whose reading failed', async () => {
  const error = { status: 502, data: '' }
  const { calls } = serverOf(read(2))
  for (const failing of [{ change: async () => ({ error }) }, { read: async () => ({ error }) }])
    expect(await sendEdits({ ...calls, ...failing }, EDITS, read(1))).toEqual({ status: 'failed', error })
})
