import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import prettier from 'prettier'
import { expect, test } from 'vitest'
import { ROOT } from '../../../tests/support/source-files.ts'
import { SETTINGS } from './declared-settings.ts'

const OPERATIONS = join(ROOT, 'docs/operations.md')
const LIST = /(?<=\n## Settings\n\n.*?\n\n)- .*?(?=\n\n)/s

const settingsList = (): string =>
  Object.entries(SETTINGS.shape)
    .map(([variable, setting]) => {
      const { otherwise, description } = setting.meta() as Record<string, string>
      return `- \`${variable}\`${otherwise ? ` (${otherwise})` : ''}: ${description}`
    })
    .join('\n')

test('docs/operations.md lists the declared settings; -u updates it', async () => {
  const text = readFileSync(OPERATIONS, 'utf8')
  expect(text).toMatch(LIST)
  const written = text.replace(LIST, () => settingsList())
  const options = await prettier.resolveConfig(OPERATIONS)
  await expect(await prettier.format(written, { ...options, parser: 'markdown' })).toMatchFileSnapshot(
    OPERATIONS,
  )
})
