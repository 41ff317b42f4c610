import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { typedAhead } from './profile-choice.ts'

const TYPED_MS = 600

interface Listbox {
  readonly active: number
  readonly setActive: (index: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The focus stays on the listbox itself (`aria-activedescendant`). */
export function useListbox(
  profiles: readonly OwnProfile[],
  selected: number,
  onChoose: (profile: OwnProfile) => void,
): Listbox {
  const [active, setActive] = useState(selected)
  const typed = useRef({ text: '', atMs: 0 })

  const target = (event: KeyboardEvent): number | undefined => {
    const last = profiles.length - 1
    switch (event.key) {
      case 'ArrowDown':
        return Math.min(active + 1, last)
      case 'ArrowUp':
        return Math.max(active - 1, 0)
      case 'Home':
        return 0
      case 'End':
        return last
      default:
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined
        typed.current.text =
          event.timeStamp - typed.current.atMs > TYPED_MS ? event.key : typed.current.text + event.key
        typed.current.atMs = event.timeStamp
        return typedAhead(profiles, typed.current.text, active) ?? active
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const profile = profiles[active]
      if (profile) onChoose(profile)
      return
    }
    const next = target(event)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  return { active, setActive, onKeyDown }
}
