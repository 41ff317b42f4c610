import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import prettier from 'prettier'
import { expect, test } from 'vitest'
import { ROOT } from '../../tests/support/source-files.ts'
import { SETTINGS } from './declared-settings.ts'

const OPERATIONS = join(ROOT, 'docs/operations.md')
const TABLE = /(?<=\n## Settings\n\n).*?(?=\n\n[^|])/s

const settingsTable = (): string =>
  [
    '| variable | default | |',
    '|---|---|---|',
    ...Object.entries(SETTINGS).map(
      ([variable, { otherwise, description }]) => `| \`${variable}\` | ${otherwise} | ${description} |`,
    ),
  ].join('\n')

test('the table of docs/operations.md lists the declared settings; -u updates it', async () => {
  const text = readFileSync(OPERATIONS, 'utf8')
  expect(text).toMatch(TABLE)
  const written = text.replace(TABLE, () => settingsTable())
  const options = await prettier.resolveConfig(OPERATIONS)
  await expect(await prettier.format(written, { ...options, parser: 'markdown' })).toMatchFileSnapshot(
    OPERATIONS,
  )
})
