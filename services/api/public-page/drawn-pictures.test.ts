import { expect, test } from 'vitest'
import { createDrawnPictures } from './drawn-pictures.ts'

function counted(outcome: (nth: number) => Buffer) {
  let count = 0
  const draw = async (): Promise<Buffer> => outcome((count += 1))
  return { draw, count: () => count }
}

test('simultaneous requests for one content cause one drawing, and later ones use it', async () => {
  const { draw, count } = counted(() => Buffer.from('a'))
  const { of } = createDrawnPictures()
  await Promise.all([of('a', 'one', draw), of('a', 'other', draw), of('b', 'one', draw)])
  await of('a', 'one', draw)
  expect(count()).toBe(2)
})

test('a drawing that failed is tried again', async () => {
  const { draw } = counted((nth) => {
    if (nth === 1) throw new Error('busy')
    return Buffer.from('a')
  })
  const { of } = createDrawnPictures()
  await expect(of('a', 'one', draw)).rejects.toThrow('busy')
  expect((await of('a', 'one', draw)).toString()).toBe('a')
})

/** Drawings that end one by one on demand; `finish` resolves once all have ended. */
function held() {
  const drawn: string[] = []
  let next: (() => void) | undefined
  const { of } = createDrawnPictures()
  const ask = (content: string, network: string): Promise<string | undefined> => {
    const draw = async () => {
      drawn.push(content)
      await new Promise<void>((resolve) => (next = resolve))
      return Buffer.from('a')
    }
    return of(content, network, draw).then(
      () => 'drawn',
      ({ code }: { code?: string }) => code,
    )
  }
  async function finish(): Promise<void> {
    for (await settle(); next !== undefined; await settle()) {
      const go = next
      next = undefined
      go()
    }
  }
  return { ask, drawn, finish }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a network that floods displaces itself; who wants a picture of a displaced one gets it, from one drawing', async () => {
  const { ask, drawn, finish } = held()
  const flood = Array.from({ length: 40 }, (_, n) => ask(`flood-${n}`, 'flood'))
  const [person, other] = [ask('flood-20', 'person'), ask('other', 'other')]
  await finish()
  expect(await Promise.all([person, other])).toEqual(['drawn', 'drawn'])
  expect(await flood[20]).toBe('unavailable')
  expect(drawn.filter((content) => content === 'flood-20')).toHaveLength(1)
})
