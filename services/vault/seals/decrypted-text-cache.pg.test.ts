import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDecryptedTextCache, type DecryptedTextCache, type SealedText } from './decrypted-text-cache.ts'
import { sealFields } from './sealed-fields.ts'
import { beginEpoch } from '../testing/one-epoch.ts'
import { openVaultPool, subjectKeysOn } from '../testing/vault-pool.ts'

const PROFILE = '0190b5a0-7c1e-7d3a-8f00-00000000000c'
const EVENT = '0190b5a0-7c1e-7d3a-8f00-00000000000a'

const pool = await openVaultPool(2)
await beginEpoch(pool)
const keys = subjectKeysOn(pool)

/** A visitor's text, sealed with their present key. */
async function said(keyRef: string, fullName: string, eventId: string = randomUUID()): Promise<SealedText> {
  const key = await keys.forWriting(keyRef)
  return {
    profileId: PROFILE,
    visitorId: keyRef,
    keyRef,
    eventId,
    fields: sealFields({ fullName }, ['fullName'], { key, eventId, random: randomBytes }),
  }
}

/** The list of the read model, and the recorded requests for texts. */
function listOf(texts: DecryptedTextCache) {
  const loaded: string[] = []
  const open = async (...asked: readonly SealedText[]) =>
    texts.open(await keys.losses(), asked, async (unknown) => {
      loaded.push(...unknown.map(({ visitorId }) => visitorId))
      return asked.filter((one) =>
        unknown.some(
          ({ eventId, visitorId, profileId }) =>
            one.eventId === eventId && one.visitorId === visitorId && one.profileId === profileId,
        ),
      )
    })
  return { loaded, open }
}

test('texts are decrypted in the order of their sources, and loaded once', async () => {
  const { loaded, open } = listOf(createDecryptedTextCache(keys))
  const [ana, luis] = [await said('ana', 'Ana'), await said('luis', 'Luis')]
  expect(await open(luis)).toEqual([{ fullName: 'Luis' }])
  expect(await open(ana, luis)).toEqual([{ fullName: 'Ana' }, { fullName: 'Luis' }])
  expect(await open(luis, ana)).toEqual([{ fullName: 'Luis' }, { fullName: 'Ana' }])
  expect(loaded).toEqual(['luis', 'ana'])
  expect(await open()).toEqual([])
})

test('texts of an erased visitor are empty at the next call, in this process as well', async () => {
  const { open } = listOf(createDecryptedTextCache(keys))
  const eva = await said('eva', 'Eva')
  expect(await open(eva)).toEqual([{ fullName: 'Eva' }])
  await keys.destroy('eva')
  expect(await open(eva)).toEqual([{}])
})

test('a visitor who returns after an erasure does not get earlier texts', async () => {
  const { open } = listOf(createDecryptedTextCache(keys))
  const before = await said('iris', 'Iris')
  expect(await open(before)).toEqual([{ fullName: 'Iris' }])
  await keys.destroy('iris')
  const after = await said('iris', 'Iris M.', '0190b5a0-7c1e-7d3a-8f00-00000000000b')
  expect(await open(before, after)).toEqual([{}, { fullName: 'Iris M.' }])
})

test('visitors with the same event id, or one visitor on two profiles, keep their own texts', async () => {
  const { open } = listOf(createDecryptedTextCache(keys))
  const [sol, mar] = [await said('sol', 'Sol', EVENT), await said('mar', 'Mar', EVENT)]
  const elsewhere = { ...mar, visitorId: 'sol', profileId: '0190b5a0-7c1e-7d3a-8f00-00000000000d' }
  for (let look = 0; look < 2; look += 1) {
    expect(await open(sol, mar, sol)).toEqual([{ fullName: 'Sol' }, { fullName: 'Mar' }, { fullName: 'Sol' }])
    expect(await open(sol, elsewhere)).toEqual([{ fullName: 'Sol' }, { fullName: 'Mar' }])
    expect(await open(elsewhere)).toEqual([{ fullName: 'Mar' }])
  }
})

test('texts that are gone from the list meanwhile are empty', async () => {
  const ana = await said('gone-meanwhile', 'Ana')
  expect(await createDecryptedTextCache(keys).open(await keys.losses(), [ana], async () => [])).toEqual([{}])
})

test('a text decrypted during an erasure is not cached', async () => {
  const texts = createDecryptedTextCache(keys)
  const [nora, luz] = [await said('nora', 'Nora'), await said('luz', 'Luz')]
  const begun = texts.open(await keys.losses(), [nora], async () => {
    await keys.destroy('luz')
    await texts.open(await keys.losses(), [luz], async () => [luz])
    return [nora]
  })
  expect(await begun).toEqual([{ fullName: 'Nora' }])
  const loaded: string[] = []
  const asking = texts.open(await keys.losses(), [nora, luz], async (unknown) => {
    loaded.push(...unknown.map(({ visitorId }) => visitorId))
    return [nora, luz]
  })
  expect(await asking).toEqual([{ fullName: 'Nora' }, {}])
  expect(loaded).toEqual(['nora'])
})
