import { describe, expect, test } from 'vitest'
import { PARTS } from './parts.ts'

test('every part has a name of its own', () => {
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length)
})

describe.each(PARTS.map((part) => [part.name, part] as const))('%s', (_name, part) => {
  test('judges only what it measures', () => {
    const variants = part.variants.map(({ name }) => name)
    const metrics = part.metrics.map(({ name }) => name)
    for (const { metric, of, by } of part.aims) {
      expect(metrics).toContain(metric)
      expect(variants).toContain(of)
      if (by !== undefined) expect(variants).toContain(by)
    }
  })

  test('has something to compare with', () => {
    expect(part.variants.length).toBeGreaterThan(1)
    expect(part.aims.some(({ by }) => by !== undefined)).toBe(true)
  })
})
