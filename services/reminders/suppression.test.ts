import { test } from 'vitest'
import { suppression } from './suppression.ts'
import { given } from '../kernel/testing/specification.ts'

const suppressed = { type: 'RemindersSuppressed', data: {} } as const
const allowed = { type: 'RemindersAllowed', data: {} } as const

test('a mailbox that wants no reminders is recorded once', () => {
  given(suppression)().when({ type: 'SuppressReminders' }).then(suppressed)
  given(suppression)(suppressed).when({ type: 'SuppressReminders' }).thenNothing()
})

test('a confirmation ends its suppression, once', () => {
  given(suppression)(suppressed).when({ type: 'AllowReminders', cycle: 1 }).then(allowed)
  given(suppression)(suppressed, allowed).when({ type: 'AllowReminders', cycle: 1 }).thenNothing()
  given(suppression)().when({ type: 'AllowReminders', cycle: 0 }).thenNothing()
})

test('a link from before does not end a second suppression', () => {
  given(suppression)(suppressed, allowed).when({ type: 'SuppressReminders' }).then(suppressed)
  given(suppression)(suppressed, allowed, suppressed).when({ type: 'AllowReminders', cycle: 1 }).thenNothing()
  given(suppression)(suppressed, allowed, suppressed).when({ type: 'AllowReminders', cycle: 2 }).then(allowed)
})
