import { beforeEach, expect, test } from 'vitest'
import { blockingStream } from '@app/contracts/privacy/requests.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { newId } from '../../kernel/log/ids.ts'
import { readStream } from '../../kernel/codec.ts'
import { shred, type Erasing } from '../erasures/shred.ts'
import { STAFF, useErasingSide } from '../testing/erasing-side.ts'
import { quotationRequested } from '../../../tests/support/api/test-log.ts'
import { blockReaction, blockSubject, unblockSubject } from './block-subject.ts'

const COMPANY = 'Zoraida Cotiza'

const side = useErasingSide()
let deps: Erasing
let subject: string
let asked: { readonly subject: string; readonly requestId: string }
beforeEach(async () => {
  subject = quotationStream(newId())
  asked = { subject, requestId: newId() }
  deps = side.deps
  await side.write(subject, quotationRequested({ company: COMPANY }))
})

const typesOf = async () =>
  (await readStream(side.own.store, blockingStream(subject))).map(({ type }) => type)
const isBlocked = async (): Promise<boolean> => (await deps.subjects.frozen([subject])).has(subject)
const isReadable = async (): Promise<boolean> =>
  JSON.stringify((await readStream(side.own.store, subject)).map(({ data }) => data)).includes(COMPANY)

/** Dies between the event and what it does. */
const dying = (): Erasing => ({
  ...deps,
  subjects: {
    ...deps.subjects,
    freeze: () => Promise.reject(new Error('died')),
    unfreeze: () => Promise.reject(new Error('died')),
  },
})
const react = async (): Promise<void> => {
  for (const event of await readStream(side.own.store, blockingStream(subject)))
    await blockReaction(deps).react({ ...side.deps }, event)
}

test('the reaction finishes a block, and its end, whose process died behind the event [PRIV-15]', async () => {
  await expect(blockSubject(dying(), asked, STAFF)).rejects.toThrow('died')
  expect([await typesOf(), await isReadable()]).toEqual([['SubjectBlocked'], true])
  await react()
  expect(await isReadable()).toBe(false)
  await expect(unblockSubject(dying(), asked, STAFF)).rejects.toThrow('died')
  expect(await isReadable()).toBe(false)
  await react()
  expect(await isReadable()).toBe(true)
})

test('the reaction does nothing more when the same events come again', async () => {
  await blockSubject(deps, asked, STAFF)
  await unblockSubject(deps, asked, STAFF)
  await blockSubject(deps, asked, STAFF)
  await react()
  await react()
  expect(await isReadable()).toBe(false)
  expect(await typesOf()).toEqual(['SubjectBlocked', 'SubjectUnblocked', 'SubjectBlocked'])
})

test('the reaction blocks nobody who came back after an erasure', async () => {
  await blockSubject(deps, asked, STAFF)
  await shred(side.deps, subject, STAFF)
  expect(await isBlocked()).toBe(false)
  const later = { ...deps, now: () => new Date(side.deps.now().getTime() + 1) }
  await side.own.db.query('insert into vault.subjects select $1, $2, $3, 1', [
    subject,
    Buffer.alloc(60),
    later.now(),
  ])
  await react()
  expect(await isBlocked()).toBe(false)
  await side.own.db.query('delete from vault.subjects where subject = $1', [subject])
})
