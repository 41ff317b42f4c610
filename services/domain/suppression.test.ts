import { test } from 'vitest'
import { suppression } from './suppression.ts'
import { given } from './testing/specification.ts'

const suppressed = { type: 'RemindersSuppressed', data: {} } as const

test('a mailbox that wants no reminders is recorded once', () => {
  given(suppression)().when({ type: 'SuppressReminders' }).then(suppressed)
  given(suppression)(suppressed).when({ type: 'SuppressReminders' }).thenNothing()
})
