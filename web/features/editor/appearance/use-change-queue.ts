import type { ProfileTheme } from '@app/contracts/events/profile-events.ts'
import { useRef, useState } from 'react'
import type { VersionedProfile } from '../profile-api.ts'

export type ThemeFields = Partial<ProfileTheme>

export interface ThemeChange {
  readonly theme: ThemeFields
  /** The message once it is saved. */
  readonly done: string
  readonly onSaved?: () => void
}

/** Undefined where the change was refused. */
type Send = (change: ThemeChange, etag: string | null) => Promise<VersionedProfile | undefined>

const merged = (earlier: ThemeChange | undefined, later: ThemeChange): ThemeChange => ({
  ...earlier,
  ...later,
  theme: { ...earlier?.theme, ...later.theme },
})

/**
 * Sends one change at a time, so that each names the revision of the former one. A choice made meanwhile
 * follows as one change, and is dropped by a failure.
 */
export function useChangeQueue(send: Send) {
  const isBusy = useRef(false)
  const next = useRef<ThemeChange | undefined>(undefined)
  const [sending, setSending] = useState<ThemeFields>()
  const [waiting, setWaiting] = useState<ThemeFields>()

  const wait = (change: ThemeChange | undefined): void => {
    next.current = change
    setWaiting(change?.theme)
  }
  const sendAll = async (first: ThemeChange, etag: string | null): Promise<void> => {
    let change: ThemeChange | undefined = first
    let revision = etag
    while (change !== undefined) {
      wait(undefined)
      setSending(change.theme)
      const saved = await send(change, revision)
      change = saved && next.current
      revision = saved?.etag ?? null
    }
  }
  const enqueue = async (change: ThemeChange, etag: string | null): Promise<void> => {
    if (isBusy.current) {
      wait(merged(next.current, change))
      return
    }
    isBusy.current = true
    await sendAll(change, etag).finally(() => {
      isBusy.current = false
      wait(undefined)
      setSending(undefined)
    })
  }
  return { enqueue, sending, waiting }
}
