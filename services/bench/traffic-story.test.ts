import { beforeAll, describe, expect, test } from 'vitest'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { trafficStory, type ToldEvent } from './traffic-story.ts'

const OPTIONS = { seed: 4, events: 5_000, profiles: 100, days: 30 }
const count = (values: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

let story: readonly ToldEvent[]
beforeAll(() => {
  story = trafficStory(OPTIONS)
})

describe('the story', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(trafficStory(OPTIONS)).toEqual(story)
    expect(trafficStory({ ...OPTIONS, seed: 5 })[0]).not.toEqual(story[0])
  })

  test('is of events that the catalogue knows, each in a stream of its own', () => {
    expect(story).toHaveLength(5_000)
    for (const { event } of story) expect(readEvent(event).type).toBe(event.type)
    expect(new Set(story.map(({ stream }) => stream)).size).toBe(5_000)
    expect(new Set(story.map(({ event }) => event.id)).size).toBe(5_000)
  })

  test('has taps, clicks and downloads, taps the most', () => {
    const kinds = count(story.map(({ event }) => event.type))
    expect([...kinds.keys()].sort((a, b) => kinds.get(b)! - kinds.get(a)!)).toEqual([
      'ProfileTapped',
      'LinkClicked',
      'ContactDownloaded',
    ])
  })

  test('gives few profiles most of the visits', () => {
    const counts = [...count(story.map(({ event }) => event.data.profileId)).values()].sort((a, b) => b - a)
    const topTen = counts.slice(0, 10).reduce((sum, one) => sum + one, 0)
    expect(topTen / 5_000).toBeGreaterThan(0.4)
    expect(counts.length).toBeGreaterThan(90)
  })

  test('lets some visitors come back, and a few events come late', () => {
    const times = story.map(({ event }) => event.meta.occurredAt)
    const late = times.filter((at, index) => index > 0 && at < times[index - 1]!).length
    expect(late).toBeGreaterThan(5)
    expect(late).toBeLessThan(100)
    const visits = new Map(story.map(({ event: { data } }) => [data.visitId, data.visitorId]))
    expect(new Set(visits.values()).size / visits.size).toBeLessThan(0.9)
  })

  test('has events of about 300 bytes', () => {
    const bytes = story.map(({ event }) => JSON.stringify(event.data).length)
    const mean = bytes.reduce((sum, one) => sum + one, 0) / bytes.length
    expect(mean).toBeGreaterThan(250)
    expect(mean).toBeLessThan(420)
  })
})
