import { expect, test } from 'vitest'
import type { VersionedPreviewCard } from '@app/contracts/public-page.ts'
import { createPreviewPictures } from './preview-pictures.ts'

const card = (version: string): VersionedPreviewCard => ({
  name: 'Ana',
  role: '',
  initials: 'A',
  photo: null,
  colours: {} as VersionedPreviewCard['colours'],
  version,
})

function drawing(outcome: () => Promise<Buffer>) {
  let count = 0
  const draw = (): Promise<Buffer> => {
    count += 1
    return outcome()
  }
  return { images: { draw }, photoOf: async () => undefined, count: () => count }
}

test('simultaneous requests for one content cause one drawing, and later ones use it', async () => {
  const deps = drawing(async () => Buffer.from('a'))
  const { of } = createPreviewPictures(deps)
  await Promise.all([of(card('a'), 'one'), of(card('a'), 'other'), of(card('b'), 'one')])
  await of(card('a'), 'one')
  expect(deps.count()).toBe(2)
})

test('a drawing that failed is tried again', async () => {
  const deps = drawing(async () => {
    if (deps.count() === 1) throw new Error('busy')
    return Buffer.from('a')
  })
  const { of } = createPreviewPictures(deps)
  await expect(of(card('a'), 'one')).rejects.toThrow('busy')
  expect((await of(card('a'), 'one')).toString()).toBe('a')
})

/** Drawings that end one by one on demand; `finish` resolves once all have ended. */
function held() {
  const drawn: string[] = []
  let next: (() => void) | undefined
  const deps = {
    photoOf: async () => undefined,
    images: {
      draw: async (task: object) => {
        if ('card' in task) drawn.push((task.card as VersionedPreviewCard).version)
        await new Promise<void>((resolve) => (next = resolve))
        return Buffer.from('a')
      },
    },
  }
  async function finish(): Promise<void> {
    for (await settle(); next !== undefined; await settle()) {
      const go = next
      next = undefined
      go()
    }
  }
  return { deps, drawn, finish }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))
const outcome = (made: Promise<Buffer>): Promise<string | undefined> =>
  made.then(
    () => 'drawn',
    ({ code }: { code?: string }) => code,
  )
const FLOOD = Array.from({ length: 40 }, (_, n) => `flood-${n}`)

test('a network that requests many pictures delays itself, and nobody else', async () => {
  const { deps, drawn, finish } = held()
  const { of } = createPreviewPictures(deps)
  const flood = FLOOD.map((version) => outcome(of(card(version), 'flood')))
  const person = outcome(of(card('person'), 'person'))
  await finish()
  expect(await person).toBe('drawn')
  // The first was being drawn, and the second was first in the queue.
  expect(drawn.slice(0, 3)).toEqual(['flood-0', 'flood-1', 'person'])
  expect((await Promise.all(flood)).filter((one) => one === 'unavailable')).toHaveLength(20)
})

test('a request for the same picture as a displaced one still gets it, from one drawing', async () => {
  const { deps, drawn, finish } = held()
  const { of } = createPreviewPictures(deps)
  const flood = FLOOD.map((version) => outcome(of(card(version), 'flood')))
  const last = FLOOD[20]!
  const person = outcome(of(card(last), 'person'))
  const other = outcome(of(card('other'), 'other'))
  await finish()
  expect(await Promise.all([person, other])).toEqual(['drawn', 'drawn'])
  expect(await flood[20]).toBe('unavailable')
  expect(drawn.filter((version) => version === last)).toHaveLength(1)
})
