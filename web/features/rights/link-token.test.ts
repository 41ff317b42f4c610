import { expect, test } from 'vitest'
import { linkTokenIn } from './RightsFrame.tsx'
import { TOKEN } from './testing/mailbox-fixtures.ts'

test.each([`#${TOKEN}`, `#token=${TOKEN}`, `#${TOKEN}.`, `#${TOKEN}%3E%20`, `#token=${TOKEN})\u200b`])(
  '%s has a token',
  (hash) => expect(linkTokenIn(hash)).toBe(TOKEN),
)

test.each(['', '#', '#contenido', '#token=', `#${TOKEN} x`, `#otro=${TOKEN}`])('%s has none', (hash) =>
  expect(linkTokenIn(hash)).toBeUndefined(),
)
