import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { expect, test } from 'vitest'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { createHeavyReads } from '../platform/http/heavy-reads.ts'
import { createGate } from '../../tests/support/gate.ts'
import { createReadyPages } from './page-routes.ts'
import { createDrawnPictures } from './sharing-routes.ts'

/** A request without a connection to a database. */
const by = (network: string) => ({ network, response: new EventEmitter() as ServerResponse })

function counted(outcome: (nth: number) => Buffer) {
  let count = 0
  const draw = async (): Promise<Buffer> => outcome((count += 1))
  return { draw, count: () => count }
}

test('simultaneous requests for one content cause one drawing, and later ones use it', async () => {
  const { draw, count } = counted(() => Buffer.from('a'))
  const of = createDrawnPictures(createHeavyReads({} as pg.Pool))
  await Promise.all([of('a', by('one'), draw), of('a', by('other'), draw), of('b', by('other'), draw)])
  await of('a', by('one'), draw)
  expect(count()).toBe(2)
})

test('a drawing that failed is tried again', async () => {
  const { draw } = counted((nth) => {
    if (nth === 1) throw new Error('busy')
    return Buffer.from('a')
  })
  const of = createDrawnPictures(createHeavyReads({} as pg.Pool))
  await expect(of('a', by('one'), draw)).rejects.toThrow('busy')
  expect((await of('a', by('one'), draw)).toString()).toBe('a')
})

test('a network draws one picture at a time, and what is being drawn for one is sent to all', async () => {
  const of = createDrawnPictures(createHeavyReads({} as pg.Pool))
  const gate = createGate()
  const drawn: string[] = []
  const ask = (content: string, network: string) =>
    of(content, by(network), async () => {
      drawn.push(content)
      await gate.opened
      return Buffer.from('a')
    }).then(
      () => 'drawn',
      ({ code }: { code?: string }) => code,
    )
  const flood = Array.from({ length: 70 }, (_, n) => ask(`flood-${n}`, 'flood'))
  const others = [ask('flood-0', 'person'), ask('other', 'person'), ask('third', 'third')]
  gate.open()
  expect(await Promise.all(others)).toEqual(['drawn', 'drawn', 'busy'])
  expect((await Promise.all(flood)).filter((answer) => answer === 'drawn')).toHaveLength(1)
  expect(drawn).toEqual(['flood-0', 'other'])
})

const ANTONIA = { id: 'a', slug: 'antonia', name: 'Antonia' } as PublicProfile

function renderingOf(charsOfPage = 10) {
  let rendered = 0
  const pageOf = createReadyPages(({ name }) => {
    rendered += 1
    return { html: name + '.'.repeat(charsOfPage), styleHashes: [] }
  })
  return { pageOf, rendered: () => rendered }
}

test('a profile that did not change is rendered once, though it was read again', () => {
  const { pageOf, rendered } = renderingOf()
  const first = pageOf(ANTONIA)
  expect(pageOf({ ...ANTONIA })).toBe(first)
  expect(rendered()).toBe(1)
})

test('a changed profile never finds its old page', () => {
  const { pageOf } = renderingOf()
  pageOf(ANTONIA)
  expect(pageOf({ ...ANTONIA, name: 'Ana' }).body.plain.toString()).toMatch(/^Ana/)
})

test('the pages of many profiles take bounded memory', () => {
  const { pageOf, rendered } = renderingOf(1_000_000)
  for (let count = 0; count < 40; count += 1) pageOf({ ...ANTONIA, name: String(count) })
  pageOf({ ...ANTONIA, name: '39' })
  expect(rendered()).toBe(40)
  pageOf({ ...ANTONIA, name: '0' })
  expect(rendered()).toBe(41)
})
