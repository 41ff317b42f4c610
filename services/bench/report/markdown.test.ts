import { describe, expect, test } from 'vitest'
import { documentOf, sectionsOf, tableOf } from './markdown.ts'

const INTRODUCTION = '# Title\n\nSome words.'

describe('a table', () => {
  test('has columns as wide as their widest cell', () => {
    expect(tableOf(['a', 'title'], [['longer', '1']])).toEqual([
      '| a      | title |',
      '| ------ | ----- |',
      '| longer | 1     |',
    ])
  })

  test('fills up rows that are short', () => {
    expect(tableOf(['a', 'b'], [['1']]).at(-1)).toBe('| 1   |     |')
  })
})

describe('a document', () => {
  const sections = new Map([
    ['append', '## Append\n\nfast'],
    ['track', '## Track\n\nslow'],
  ])

  test('has its sections in the wanted order, whatever the order they came in', () => {
    const document = documentOf(INTRODUCTION, ['track', 'append'], sections)
    expect(document.startsWith(INTRODUCTION)).toBe(true)
    expect([...sectionsOf(document).keys()]).toEqual(['track', 'append'])
    expect(document.endsWith('<!-- /bench:append -->\n')).toBe(true)
  })

  test('keeps its other sections as they are when one is replaced', () => {
    const before = documentOf(INTRODUCTION, ['track', 'append'], sections)
    const replaced = new Map([...sectionsOf(before), ['track', '## Track\n\nfaster']])
    const after = documentOf(INTRODUCTION, ['track', 'append'], replaced)
    expect(after).toBe(before.replace('slow', 'faster'))
  })

  test('leaves out what was never measured, and what is no part any more', () => {
    const old = documentOf(INTRODUCTION, ['track', 'append'], sections)
    const document = documentOf(INTRODUCTION, ['append', 'freshness'], sectionsOf(old))
    expect([...sectionsOf(document).keys()]).toEqual(['append'])
  })

  test('that nobody has written yet has no sections', () => {
    expect(sectionsOf('').size).toBe(0)
  })
})
