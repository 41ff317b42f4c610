import { expect, test } from 'vitest'
import { accountChoiceOf } from './account-choice.ts'

test.each([
  ['https://accounts.google.com', undefined, true],
  ['https://accounts.google.com', ['none', 'consent', 'select_account'], true],
  ['https://login.microsoftonline.com/9188040d/v2.0', undefined, true],
  ['https://acceso.empresa.example', ['login', 'select_account'], true],
  ['https://acceso.empresa.example/realms/uno', ['none', 'login', 'consent'], false],
  ['https://acceso.empresa.example', undefined, false],
  ['https://accounts.google.com.empresa.example', undefined, false],
])(
  '%s, which supports the prompts %j, is asked for a choice of accounts: %s',
  (issuer, supported, isAsked) => {
    const metadata = { issuer, ...(supported && { prompt_values_supported: supported }) }
    expect(accountChoiceOf(metadata)).toEqual(isAsked ? { prompt: 'select_account' } : {})
  },
)
