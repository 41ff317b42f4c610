import { join } from 'node:path'
import prettier from 'prettier'
import { expect, test } from 'vitest'
import { ROOT } from '../../tests/support/source-files.ts'
import { CATALOGUE } from '../events/catalogue.ts'
import { recordOfProcessing } from './record-of-processing.ts'
import { privacyDocument } from './testing/privacy-document.ts'

const record = recordOfProcessing()

test('the record of processing lists every field that the schemas mark, counted, and none twice [PRIV-21]', () => {
  const marked = [...CATALOGUE.values()].reduce((count, { personal }) => count + personal.length, 0)
  expect(marked).toBeGreaterThan(25)
  expect(record).toHaveLength(marked)
  expect(new Set(record.map(({ id }) => id)).size).toBe(marked)
  for (const { id } of record) {
    const [type = '', field = ''] = id.split('.')
    expect(CATALOGUE.get(type)?.personal).toContain(field)
  }
})

test('the record of processing says of each field all that the law asks for, and names it and its event in Spanish', () => {
  for (const row of record) {
    for (const [name, text] of Object.entries(row))
      expect([row.id, name, text]).toEqual([row.id, name, expect.stringMatching(/^\S.*\S$/)])
    expect([row.event, row.field]).not.toContain(row.id.split('.')[0])
  }
})

test('docs/privacy.md is made from it; -u updates it [PRIV-21]', async () => {
  const path = join(ROOT, 'docs/privacy.md')
  const options = await prettier.resolveConfig(path)
  const page = await prettier.format(privacyDocument(), { ...options, parser: 'markdown' })
  await expect(page).toMatchFileSnapshot(path)
})
